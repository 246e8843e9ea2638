/**
 * The retry policies: what Linkhaul tries again, after which delay, and when it gives up. The tables in docs/architecture.md are
 * generated from this file, with the comments as reasons (`npx vitest run tests/lib/timing/policies.test.ts -u`).
 *
 * Each is a constant of its own, so that a page loads only those that it uses.
 */
import type { RetryPolicy } from './retry.ts';

/** The random half spreads the load of many browsers after an outage. */
const doubling = { factor: 2, jitter: [0.5, 1] } as const;
const tenth = { ofElapsed: 0.1 } as const;

/** The account doesn't answer, or asks for fewer requests. Any answer ends it. */
export const accountRetry: RetryPolicy = { firstMs: 2_000, longestMs: 5 * 60_000, growth: doubling };

/** All upload slots of the account are in use. */
export const slotRetry: RetryPolicy = { firstMs: 2_000, longestMs: 60_000, growth: doubling };

/** The account's quota is used up. */
export const quotaRetry: RetryPolicy = { firstMs: 60_000, longestMs: 3_600_000, growth: doubling };

/** The browser is offline. It is asked again because no event wakes a worker that has ended. */
export const offlineCheck: RetryPolicy = { firstMs: 60_000 };

/** An open page asks an account that doesn't answer. */
export const pageProbe: RetryPolicy = { firstMs: 4_000, longestMs: 20_000, growth: doubling };

/** An open page asks an account whose key is rejected: a service may reject a good key for a while. */
export const rejectedKeyProbe: RetryPolicy = { firstMs: 60_000, longestMs: 60_000, growth: doubling };

/** A report that a page shows could not be read. */
export const reportRetry = accountRetry;

/** An upload fails for a reason of its own: its request, its site or its link. Bytes that arrive from a site start anew. */
export const uploadRetry: RetryPolicy = {
  firstMs: 2_000,
  longestMs: 5 * 60_000,
  growth: doubling,
  attempts: 6,
};

/** An upload fails before its request while the account answers, as where its folder can't be read. */
export const unsentRetry: RetryPolicy = {
  firstMs: 30_000,
  longestMs: 30 * 60_000,
  growth: { ofElapsed: 1 },
  maxElapsedMs: 24 * 3_600_000,
};

/** A page holds files that are queued. They are looked at again without a change. */
export const fileCheck: RetryPolicy = { firstMs: 5_000 };

/** A file is stored as being sent by a page. The page may be gone: its lock is released late. */
export const pageCheck: RetryPolicy = { firstMs: 5_000 };

/** The check of an uncertain upload comes to no verdict. Then the user decides. */
export const uncertainCheck: RetryPolicy = { firstMs: 10_000, growth: { factor: 2 }, attempts: 3 };

/** The check of an uncertain upload fails. It comes after the retry that the failure causes. */
export const failedCheckRetry: RetryPolicy = { firstMs: 30_000 };

/** An uncertain upload is checked after others, whose verdict may explain files similar to its own. */
export const checkAfterOthers: RetryPolicy = { firstMs: 20_000, maxElapsedMs: 5 * 60_000 };

/** A transfer has the address of an uncertain upload and no file code yet. It may be in the service's queue for hours. */
export const unnamedTransferCheck: RetryPolicy = { firstMs: 20_000, longestMs: 10 * 60_000, growth: tenth };

/** The list of transfers fails twice while the account answers. Links are sent without it meanwhile. */
export const listRetry: RetryPolicy = { firstMs: 30_000, longestMs: 10 * 60_000, growth: doubling };

/** A transfer has left the list, and its file isn't there. Then it has vanished. */
export const fileSearch: RetryPolicy = {
  firstMs: 2_000,
  longestMs: 2 * 60_000,
  growth: { factor: 4 },
  attempts: 5,
};

/** The same while the service fails at this file: it may be there. */
export const failedFileSearch: RetryPolicy = {
  firstMs: 2_000,
  longestMs: 3_600_000,
  growth: { factor: 4 },
  attempts: 10,
};

/** The service reports no transfers, so only files can tell (see docs/guide/problems.md). Queues and large files take hours. */
export const unreportedSearch: RetryPolicy = {
  firstMs: 5_000,
  longestMs: 15 * 60_000,
  growth: tenth,
  maxElapsedMs: 12 * 3_600_000,
};

/** The same for an uncertain upload. */
export const unreportedCheck: RetryPolicy = {
  firstMs: 10_000,
  longestMs: 15 * 60_000,
  growth: tenth,
  maxElapsedMs: 12 * 3_600_000,
};

/** Files have arrived. The newest ones are searched for their duplicates once nothing is under way, or after this delay. */
export const duplicateFileSearch: RetryPolicy = { firstMs: 60_000, attempts: 5 };

/** Transfers move and a page shows them. News start the interval anew. */
export const watchedPoll: RetryPolicy = {
  firstMs: 2_000,
  longestMs: 5_000,
  growth: { ofElapsed: 0.1, jitter: [1, 1.25] },
};

/** The same after a failed poll. */
export const failedWatchedPoll: RetryPolicy = { firstMs: 2_000, longestMs: 60_000, growth: doubling };

/** Transfers move and no page is open. News start the interval anew. */
export const unwatchedPoll: RetryPolicy = {
  firstMs: 30_000,
  longestMs: 15 * 60_000,
  growth: { ofElapsed: 0.1, jitter: [1, 1.5] },
};

/** The same after a failed poll. */
export const failedUnwatchedPoll: RetryPolicy = { firstMs: 30_000, longestMs: 30 * 60_000, growth: doubling };

/** A file has arrived and its host still encodes it, but doesn't list it, at each poll. */
export const encodingPoll: RetryPolicy = { firstMs: 0, attempts: 5, maxElapsedMs: 24 * 3_600_000 };

/** The user takes back an upload whose request is under way. It is looked at until the answer is there. */
export const answerCheck: RetryPolicy = { firstMs: 100, attempts: 50 };

/** The file of a fetched link is still open in a worker that has ended. */
export const busyFileRetry: RetryPolicy = { firstMs: 200, attempts: 25 };

/** A bulk job fails while its account answers: given up after about a day. A request that succeeds starts anew. */
export const bulkJobRetry: RetryPolicy = {
  firstMs: 2_000,
  longestMs: 5 * 60_000,
  growth: doubling,
  attempts: 300,
};

/** A single request of a bulk job fails while the account answers. A request that succeeds starts anew. */
export const bulkRequestRetry: RetryPolicy = {
  firstMs: 2_000,
  longestMs: 5 * 60_000,
  growth: doubling,
  attempts: 4,
};

/** What a bulk job has changed isn't shown yet. It is read once more. */
export const bulkReadBack: RetryPolicy = { firstMs: 3_000 };

/** Bulk jobs that wait are looked at again at least this often while another one runs. */
export const bulkJobCheck: RetryPolicy = { firstMs: 30_000 };

/** A batch of links to be checked fails while the account answers. A batch that succeeds starts anew. */
export const linkCheckRetry: RetryPolicy = {
  firstMs: 2_000,
  longestMs: 5 * 60_000,
  growth: doubling,
  attempts: 4,
};

/** A sync fails while the account answers. */
export const syncRetry: RetryPolicy = { firstMs: 2_000, longestMs: 30 * 60_000, growth: doubling };

/** Requests of a full sync fail in a row. Then the rest waits for the next try of the sync. */
export const fullSyncRequests: RetryPolicy = { firstMs: 0, attempts: 3 };

/** One page or folder of a full sync fails at each try, while the account answers. Then it is skipped. */
export const fullSyncItem: RetryPolicy = {
  firstMs: 2_000,
  longestMs: 30 * 60_000,
  growth: doubling,
  attempts: 8,
};

/** An incremental sync fails while the account answers. Then a full sync reads what is new. */
export const incrementalSync: RetryPolicy = {
  firstMs: 2_000,
  longestMs: 30 * 60_000,
  growth: doubling,
  attempts: 4,
};

/** The details of some files can't be read. Then these files are left for the next day. */
export const detailsRetry: RetryPolicy = {
  firstMs: 2_000,
  longestMs: 5 * 60_000,
  growth: doubling,
  attempts: 6,
};

/** Files that were reported for takedown could not be listed. */
export const takedownRetry: RetryPolicy = { firstMs: 3_600_000 };

/** A host seems to lack a call of its dialect. Calls of some hosts never work, whatever their dialect. */
export const dialectCheck: RetryPolicy = { firstMs: 3_600_000 };

/** The browser could not read or write a store: the error may pass, or last. */
export const damagedStoreRetry: RetryPolicy = { firstMs: 5 * 60_000 };

/** A request that timed out takes effect within this time, or never. */
export const lateEffectMs = 10_000;

/** A request takes no longer than this, its answer included: a little more than the client's timeout. */
export const longestRequestMs = 30_000;

/** A request that nobody follows any more, because its worker ended, has taken effect by then, or never will. */
export const abandonedRequestMs = longestRequestMs + lateEffectMs;

/** The answer about free slots. The queue waits for it; some services never answer. */
export const slotsTimeoutMs = 5_000;

/** The answer of a call about transfers that has failed before: neither the queue nor a poll waits longer. */
export const repeatTimeoutMs = 10_000;

/** A site asks not to be called for a while. It is called after this long at the latest. */
export const longestSourceWaitMs = 3_600_000;

/** What the catalog says of a link’s file, which may have left it: the link is taken for a duplicate until then. */
export const catalogTimeoutMs = 2_000;

/** Between two polls while links are sent: polls leave the service's limit to them. */
export const sendingPollMs = 10_000;

/** An account counts as full after its slots were all in use, or its short quota used up, for this long. */
export const fullAfterMs = 10 * 60_000;

/** Without a list of transfers, a link that was turned away counts as absent after this long: its file had time to appear. */
export const turnedAwayMs = 15 * 60_000;

/** A service is asked for this long to delete a failed transfer whose link is to be sent anew. */
export const deletionMs = 3_600_000;

/** Between two full syncs of a catalog. */
export const fullSyncIntervalMs = 24 * 3_600_000;

/** The same where a discrepancy was found. */
export const urgentFullSyncIntervalMs = 3_600_000;

/** Between two readings of all details for an account whose files are deleted without views. */
export const detailsIntervalMs = 24 * 3_600_000;

/** Between two looks for new takedowns. */
export const takedownIntervalMs = 24 * 3_600_000;
