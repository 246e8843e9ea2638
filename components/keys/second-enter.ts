/** Loaded with fields and dialogs that Enter closes. Ignores a second Enter, which would act on what has the focus then. */

/** In milliseconds. Nobody reads what has just appeared within this time. */
const tooSoonMs = 250;

let last: KeyboardEvent | null = null;

function ignoreSecondEnter(event: KeyboardEvent): void {
  const { key, repeat, timeStamp } = event;
  const first = last?.key === key && (repeat || timeStamp - last.timeStamp < tooSoonMs) ? last : null;
  const within = key === 'Enter' && (first?.target as Element | null)?.closest('input, dialog');
  if (within && !within.isConnected) {
    event.preventDefault();
    event.stopPropagation();
  } else last = event;
}

globalThis.document?.addEventListener('keydown', ignoreSecondEnter, true);
