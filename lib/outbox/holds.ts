/** When a whole account waits, and for how long. Pure. */
import { backoff, longestWait } from '../timing/backoff.ts';
import type { WaitReason } from './item.ts';
import type { Hold } from './store-types.ts';
import type { Words } from './transitions.ts';

/** Milliseconds from which the wait for a free slot, and the one for a quota, begin to grow. */
const slots = { first: 2_000, longest: 60_000 };
const quota = { first: 60_000, longest: longestWait };

/** The hold after one more failure (or one more look that found no free slot). */
export function nextHold(
  previous: Hold | undefined,
  { accountId, reason, words }: { accountId: string; reason: WaitReason; words: Words | null },
  now: number,
  random: () => number,
): Hold {
  const failures = previous?.reason === reason ? previous.failures + 1 : 1;
  const announced = previous?.reason === reason && previous.announced && previous.until === null;
  return { accountId, reason, failures, words, announced, until: end(reason, failures, now, random) };
}

function end(reason: WaitReason, failures: number, now: number, random: () => number): number | null {
  switch (reason) {
    case 'account':
    case 'paused':
      return null;
    case 'slots':
      return now + backoff(failures, random, slots);
    case 'quota':
      return now + backoff(failures, random, quota);
    case 'rate-limited':
      return now + backoff(failures, random);
    case 'network':
    case 'service':
      // A single failure says little: the evidence that is looked for at once shows whether the service is there.
      return failures === 1 ? now : now + backoff(failures - 1, random);
  }
}

/** The same account with nothing to wait for, its failures remembered: one good answer to a question proves little. */
export function lifted(hold: Hold): Hold {
  return { ...hold, until: 0 };
}

/** The browser is offline: until it says otherwise. */
export function offlineHold(accountId: string): Hold {
  return { accountId, reason: 'network', until: null, failures: 0, words: null, announced: false };
}
