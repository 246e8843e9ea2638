import type { Ports } from './ports.ts';

/** `now`: the user waits for the change. */
const intervalsMs = { now: 200, soon: 700 } as const;
type Urgency = keyof typeof intervalsMs;

/** Calls at once if the interval has passed, otherwise once at its end. */
export function createThrottle(
  call: () => void,
  { clock, setTimer, clearTimer }: Pick<Ports, 'clock' | 'setTimer' | 'clearTimer'>,
): (urgency: Urgency) => void {
  let calledAtMs = Number.NEGATIVE_INFINITY;
  let timer: unknown = null;
  let dueAtMs = Number.POSITIVE_INFINITY;

  function callNow(): void {
    if (timer !== null) clearTimer(timer as never);
    timer = null;
    dueAtMs = Number.POSITIVE_INFINITY;
    calledAtMs = clock();
    call();
  }

  return (urgency) => {
    const nowMs = clock();
    const atMs = calledAtMs + intervalsMs[urgency];
    if (atMs <= nowMs) return callNow();
    if (atMs >= dueAtMs) return;
    if (timer !== null) clearTimer(timer as never);
    dueAtMs = atMs;
    timer = setTimer(callNow, atMs - nowMs);
  };
}
