/**
 * The retry policies: what Linkhaul tries again, after which delay, and when it gives up. The tables in docs/architecture.md are
 * generated from this file, with the comments as reasons (`npx vitest run tests/lib/timing/policies.test.ts -u`).
 *
 * Each is a constant of its own, so that a page loads only those that it uses.
 */
import type { RetryPolicy } from './retry.ts';

const secondMs = 1_000;
const minuteMs = 60 * secondMs;
const hourMs = 60 * minuteMs;

/** Spreads the load of many browsers after an outage. */
const spread = [0.5, 1] as const;

/** The account doesn't answer, or asks for fewer requests. Any answer ends it. */
export const accountRetry = {
  firstMs: 2 * secondMs,
  longestMs: 5 * minuteMs,
  factor: 2,
  jitter: spread,
} satisfies RetryPolicy;

/** All upload slots of the account are in use. */
export const slotRetry = { ...accountRetry, longestMs: minuteMs } satisfies RetryPolicy;

/** The account's quota is used up. */
export const quotaRetry = { ...accountRetry, firstMs: minuteMs, longestMs: hourMs } satisfies RetryPolicy;

/** The browser is offline. It is asked again because no event wakes a worker that has ended. */
export const offlineCheck = { firstMs: minuteMs } satisfies RetryPolicy;

/** An open page asks an account that doesn't answer. */
export const pageProbe = {
  ...accountRetry,
  firstMs: 4 * secondMs,
  longestMs: 20 * secondMs,
} satisfies RetryPolicy;

/** An open page asks an account whose key is rejected: a service may reject a good key for a while. */
export const rejectedKeyProbe = { firstMs: minuteMs, jitter: spread } satisfies RetryPolicy;

/** A report that a page shows could not be read. */
export const reportRetry = accountRetry;

/** An upload fails for a reason of its own: its request, its site or its link. Bytes that arrive from a site start anew. */
export const uploadRetry = { ...accountRetry, attempts: 6 } satisfies RetryPolicy;

/** An upload fails before its request while the account answers, as where its folder can't be read. */
export const unsentRetry = {
  firstMs: 30 * secondMs,
  longestMs: 30 * minuteMs,
  ofElapsed: 1,
  maxElapsedMs: 24 * hourMs,
} satisfies RetryPolicy;

/** A page holds files that are queued. They are looked at again without a change. */
export const fileCheck = { firstMs: 5 * secondMs } satisfies RetryPolicy;

/** A file is stored as being sent by a page. The page may be gone: its lock is released late. */
export const pageCheck = { firstMs: 5 * secondMs } satisfies RetryPolicy;

/** The check of an uncertain upload comes to no verdict. Then the user decides. */
export const uncertainCheck = { firstMs: 10 * secondMs, factor: 2, attempts: 3 } satisfies RetryPolicy;

/** The check of an uncertain upload fails. It comes after the retry that the failure causes. */
export const failedCheckRetry = { firstMs: 30 * secondMs } satisfies RetryPolicy;

/** An uncertain upload is checked after others, whose verdict may explain files similar to its own. */
export const checkAfterOthers = { firstMs: 20 * secondMs, maxElapsedMs: 5 * minuteMs } satisfies RetryPolicy;

/** A transfer has the address of an uncertain upload and no file code yet. It may be in the service's queue for hours. */
export const unnamedTransferCheck = {
  firstMs: 20 * secondMs,
  longestMs: 10 * minuteMs,
  ofElapsed: 0.1,
} satisfies RetryPolicy;

/** The list of transfers fails twice while the account answers. Links are sent without it meanwhile. */
export const listRetry = {
  ...accountRetry,
  firstMs: 30 * secondMs,
  longestMs: 10 * minuteMs,
} satisfies RetryPolicy;

/** A transfer has left the list, and its file isn't there. Then it has vanished. */
export const fileSearch = {
  firstMs: 2 * secondMs,
  longestMs: 2 * minuteMs,
  factor: 4,
  attempts: 5,
} satisfies RetryPolicy;

/** The same while the service fails at this file: it may be there. */
export const failedFileSearch = { ...fileSearch, longestMs: hourMs, attempts: 10 } satisfies RetryPolicy;

/** The service reports no transfers, so only files can tell (see docs/guide/problems.md). Queues and large files take hours. */
export const unreportedSearch = {
  firstMs: 5 * secondMs,
  longestMs: 15 * minuteMs,
  ofElapsed: 0.1,
  maxElapsedMs: 12 * hourMs,
} satisfies RetryPolicy;

/** The same for an uncertain upload. */
export const unreportedCheck = { ...unreportedSearch, firstMs: uncertainCheck.firstMs } satisfies RetryPolicy;

/** Files have arrived. The newest ones are searched for their duplicates once nothing is under way, or after this delay. */
export const twinFileSearch = { firstMs: minuteMs, attempts: 5 } satisfies RetryPolicy;

/** Transfers move and a page shows them. News start the interval anew. */
export const watchedPoll = {
  firstMs: 2 * secondMs,
  longestMs: 5 * secondMs,
  ofElapsed: 0.1,
  jitter: [1, 1.25],
} satisfies RetryPolicy;

/** The same after a failed poll. */
export const failedWatchedPoll = {
  firstMs: watchedPoll.firstMs,
  longestMs: minuteMs,
  factor: 2,
  jitter: spread,
} satisfies RetryPolicy;

/** Transfers move and no page is open. News start the interval anew. */
export const unwatchedPoll = {
  firstMs: 30 * secondMs,
  longestMs: 15 * minuteMs,
  ofElapsed: 0.1,
  jitter: [1, 1.5],
} satisfies RetryPolicy;

/** The same after a failed poll. */
export const failedUnwatchedPoll = {
  firstMs: unwatchedPoll.firstMs,
  longestMs: 30 * minuteMs,
  factor: 2,
  jitter: spread,
} satisfies RetryPolicy;

/** A file has arrived and its host still encodes it, but doesn't list it, at each poll. */
export const encodingPoll = { firstMs: 0, attempts: 5, maxElapsedMs: 24 * hourMs } satisfies RetryPolicy;

/** A bulk job fails while its account answers: given up after about a day. A request that succeeds starts anew. */
export const bulkJobRetry = { ...accountRetry, attempts: 300 } satisfies RetryPolicy;

/** A single request of a bulk job fails while the account answers. A request that succeeds starts anew. */
export const bulkRequestRetry = { ...accountRetry, attempts: 4 } satisfies RetryPolicy;

/** What a bulk job has changed isn't shown yet. It is read once more. */
export const bulkReadBack = { firstMs: 3 * secondMs } satisfies RetryPolicy;

/** Bulk jobs that wait are looked at again at least this often while another one runs. */
export const bulkJobCheck = { firstMs: 30 * secondMs } satisfies RetryPolicy;

/** A batch of links to be checked fails while the account answers. A batch that succeeds starts anew. */
export const linkCheckRetry = { ...accountRetry, attempts: 4 } satisfies RetryPolicy;

/** A sync fails while the account answers. */
export const syncRetry = { ...accountRetry, longestMs: 30 * minuteMs } satisfies RetryPolicy;

/** Requests of a full sync fail in a row. Then the rest waits for the next try of the sync. */
export const fullSyncRequests = { firstMs: 0, attempts: 3 } satisfies RetryPolicy;

/** One page or folder of a full sync fails at each try, while the account answers. Then it is skipped. */
export const fullSyncItem = { ...syncRetry, attempts: 8 } satisfies RetryPolicy;

/** An incremental sync fails while the account answers. Then a full sync reads what is new. */
export const incrementalSync = { ...syncRetry, attempts: 4 } satisfies RetryPolicy;

/** The details of some files can't be read. Then these files are left for the next day. */
export const detailsRetry = { ...accountRetry, attempts: 6 } satisfies RetryPolicy;

/** Files that were reported for takedown could not be listed. */
export const takedownRetry = { firstMs: hourMs } satisfies RetryPolicy;

/** A host seems to lack a call of its dialect. Calls of some hosts never work, whatever their dialect. */
export const dialectCheck = { firstMs: hourMs } satisfies RetryPolicy;

/** The browser could not read or write a store: the error may pass, or last. */
export const damagedStoreRetry = { firstMs: 5 * minuteMs } satisfies RetryPolicy;

/** A request that timed out takes effect within this time, or never. */
export const lateEffectMs = 10 * secondMs;

/** A request takes no longer than this, its answer included: a little more than the client's timeout. */
export const longestRequestMs = 30 * secondMs;

/** A request that nobody follows any more, because its worker ended, has taken effect by then, or never will. */
export const abandonedRequestMs = longestRequestMs + lateEffectMs;

/** The answer about free slots. The queue waits for it; some services never answer. */
export const slotsTimeoutMs = 5 * secondMs;

/** The answer of a call about transfers that has failed before: neither the queue nor a poll waits longer. */
export const repeatTimeoutMs = 10 * secondMs;

/** Between two polls while links are sent: polls leave the service's limit to them. */
export const sendingPollMs = 10 * secondMs;

/** An account counts as full after its slots were all in use, or its short quota used up, for this long. */
export const fullAfterMs = 10 * minuteMs;

/** Without a list of transfers, a link that was turned away counts as absent after this long: its file had time to appear. */
export const turnedAwayMs = 15 * minuteMs;

/** A service is asked for this long to delete a failed transfer whose link is to be sent anew. */
export const deletionMs = hourMs;

/** Between two full syncs of a catalog. */
export const fullSyncIntervalMs = 24 * hourMs;

/** The same where a discrepancy was found. */
export const urgentFullSyncIntervalMs = hourMs;

/** Between two readings of all details for an account whose files are deleted without views. */
export const detailsIntervalMs = 24 * hourMs;

/** Between two looks for new takedowns. */
export const takedownIntervalMs = 24 * hourMs;
