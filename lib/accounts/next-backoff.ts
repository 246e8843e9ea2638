/** How long an account waits after another failure. Apart from the stored record, because pages only read that. Pure. */

import { accountRetry, quotaRetry, slotRetry } from '../timing/policies.ts';
import { calculateDelayMs, type RetryPolicy } from '../timing/retry.ts';
import type { EpochMs, Random } from '../timing/units.ts';
import type { AccountBackoff } from './account-backoff.ts';

export function createNextBackoff(
  previous: AccountBackoff | undefined,
  given: Pick<AccountBackoff, 'accountId' | 'reason' | 'failure' | 'isForLinksOnly'>,
  nowMs: EpochMs,
  random: Random,
): AccountBackoff {
  const { reason, isForLinksOnly } = given;
  const isRepeated = previous?.reason === reason;
  const failures = isRepeated ? previous.failures + 1 : 1;
  const sinceMs = isRepeated ? previous.sinceMs : nowMs;
  const after = (policy: RetryPolicy, count = failures) => nowMs + calculateDelayMs(policy, count, random);
  const untilMs = {
    account: () => null,
    permission: () => null,
    slots: () => after(slotRetry),
    quota: () => after(quotaRetry),
    'rate-limited': () => after(accountRetry),
    network: lost,
    service: lost,
  }[reason]();
  return { ...given, failures, sinceMs, untilMs };

  function lost(): number {
    if (!isForLinksOnly) return after(accountRetry);
    // After a single lost response, the search for evidence shows at once whether the service is reachable.
    return failures === 1 ? nowMs : after(accountRetry, failures - 1);
  }
}
