/**
 * Loaded by each page. Ignores the second click of a double click, and a second or held Enter or Space, if the first has replaced what it
 * pressed.
 */

/** In milliseconds. Nobody reads what has just appeared within this time. */
const tooSoonMs = 250;

interface Press {
  /** Empty for clicks. */
  readonly key: string;
  /** Around the target, if there is one. */
  readonly button: HTMLButtonElement | null;
  readonly target: Element | null;
  readonly name: string | null;
  readonly atMs: number;
}
let last: Press | null = null;

export const getName = (control: HTMLElement | null) =>
  control &&
  (control.ariaLabel ?? (control as HTMLInputElement).labels?.[0]?.textContent ?? control.textContent);

function read({ target, timeStamp: atMs }: Event, key: string): Press {
  const element = target instanceof Element ? target : null;
  const button = element?.closest('button') ?? null;
  return { key, target: element, button, name: getName(button), atMs };
}

const isReplaced = ({ target, button, name }: Press): boolean =>
  target?.checkVisibility() === false || getName(button) !== name;

const isSoon = ({ atMs }: Press, before: Press): boolean => atMs - before.atMs < tooSoonMs;

function ignore(event: Event): void {
  event.preventDefault();
  event.stopImmediatePropagation();
}

function onKey(event: KeyboardEvent): void {
  const press = read(event, event.key);
  const isPress = press.key === 'Enter' || press.key === ' ';
  const first = isPress && last?.key === press.key ? last : null;
  if (first && (event.repeat || isSoon(press, first)) && isReplaced(first)) ignore(event);
  else last = press;
}

function onClick(event: MouseEvent): void {
  // By a key or a script.
  if (event.detail === 0) return;
  const press = read(event, '');
  const first = event.detail > 1 && last?.key === '' ? last : null;
  const isSame = press.button === first?.button && press.name === first.name;
  if (first && isSoon(press, first) && !isSame) ignore(event);
  else last = press;
}

document.addEventListener('keydown', onKey, true);
document.addEventListener('click', onClick, true);
