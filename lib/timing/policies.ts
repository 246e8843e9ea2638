/**
 * Every retry policy: the delays, and when Linkhaul gives up. The tables in docs/waiting.md are generated from this file and
 * its comments (`npx vitest run tests/lib/timing/policies.test.ts -u`).
 *
 * Each policy is a separate constant, so that a page loads only the ones it uses.
 */
import type { RetryPolicy } from './retry.ts';

/** Jitter spreads the load of many browsers after an outage. */
const doubling = { factor: 2, jitter: [0.5, 1] } as const;
const tenth = { ofElapsed: 0.1 } as const;

/** The account doesn't respond, or asks for fewer requests. Any response ends the wait. */
export const accountRetry: RetryPolicy = { firstMs: 2_000, longestMs: 5 * 60_000, growth: doubling };

/** All upload slots of the account are in use. */
export const slotRetry: RetryPolicy = { firstMs: 2_000, longestMs: 60_000, growth: doubling };

/** The account's quota is used up. */
export const quotaRetry: RetryPolicy = { firstMs: 60_000, longestMs: 3_600_000, growth: doubling };

/** The browser is offline. We check again because no event wakes a worker that has ended. */
export const offlineCheck: RetryPolicy = { firstMs: 60_000 };

/** An open page checks an account that doesn't respond. */
export const pageProbe: RetryPolicy = { firstMs: 4_000, longestMs: 20_000, growth: doubling };

/** An open page checks an account whose key is rejected. Some services reject a valid key for a while. */
export const rejectedKeyProbe: RetryPolicy = { firstMs: 60_000, longestMs: 60_000, growth: doubling };

/** A report on a page couldn't be loaded. */
export const reportRetry = accountRetry;

/** A single upload fails because of its request, its site or its link. Progress resets the count. */
export const uploadRetry: RetryPolicy = {
  firstMs: 2_000,
  longestMs: 5 * 60_000,
  growth: doubling,
  attempts: 6,
};

/** An upload fails before its request while the account responds. For example, its folder can't be read. */
export const unsentRetry: RetryPolicy = {
  firstMs: 30_000,
  longestMs: 30 * 60_000,
  growth: { ofElapsed: 1 },
  maxElapsedMs: 24 * 3_600_000,
};

/** A page holds queued files and nothing has changed. */
export const fileCheck: RetryPolicy = { firstMs: 5_000 };

/** A page is sending a file. The page may be gone, because its lock is released late. */
export const pageCheck: RetryPolicy = { firstMs: 5_000 };

/** An uncertain upload was checked without a verdict. After the last check, the user decides. */
export const uncertainCheck: RetryPolicy = { firstMs: 10_000, growth: { factor: 2 }, attempts: 3 };

/** The check of an uncertain upload fails. The delay is longer than the retry that the failure causes. */
export const failedCheckRetry: RetryPolicy = { firstMs: 30_000 };

/** An uncertain upload waits for the verdict on others first, because they may own the files that look like its own. */
export const checkAfterOthers: RetryPolicy = { firstMs: 20_000, maxElapsedMs: 5 * 60_000 };

/** A transfer has the URL of an uncertain upload but no file code yet. It may be queued at the service for hours. */
export const unnamedTransferCheck: RetryPolicy = { firstMs: 20_000, longestMs: 10 * 60_000, growth: tenth };

/** A transfer has left the list and its file isn't found. After the last search it counts as vanished. */
export const fileSearch: RetryPolicy = {
  firstMs: 2_000,
  longestMs: 2 * 60_000,
  growth: { factor: 4 },
  attempts: 5,
};

/** The same, but the service fails to look up this file, so it may exist. */
export const failedFileSearch: RetryPolicy = {
  firstMs: 2_000,
  longestMs: 3_600_000,
  growth: { factor: 4 },
  attempts: 10,
};

/** The service reports no transfers, so we search for the file (see docs/guide/problems.md). Queues and large files take hours. */
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

/** Files have arrived. We search the newest ones for duplicates when nothing is uploading, or after this delay. */
export const duplicateFileSearch: RetryPolicy = { firstMs: 60_000, attempts: 5 };

/** Transfers are active and a page shows them. A change resets the interval. */
export const watchedPoll: RetryPolicy = {
  firstMs: 2_000,
  longestMs: 5_000,
  growth: { ofElapsed: 0.1, jitter: [1, 1.25] },
};

/** The same after a failed poll. */
export const failedWatchedPoll: RetryPolicy = { firstMs: 2_000, longestMs: 60_000, growth: doubling };

/** Transfers are active and no page is open. A change resets the interval. */
export const unwatchedPoll: RetryPolicy = {
  firstMs: 30_000,
  longestMs: 15 * 60_000,
  growth: { ofElapsed: 0.1, jitter: [1, 1.5] },
};

/** The same after a failed poll. */
export const failedUnwatchedPoll: RetryPolicy = { firstMs: 30_000, longestMs: 30 * 60_000, growth: doubling };

/** The host is encoding an arrived file but doesn't list it, or the file can't be read at the end. Checked at each poll. */
export const encodingPoll: RetryPolicy = { firstMs: 0, attempts: 5, maxElapsedMs: 24 * 3_600_000 };

/** The user undoes an upload while its request is running. We check until the response is stored. */
export const answerCheck: RetryPolicy = { firstMs: 100, attempts: 50 };

/** A fetched file is still open in a worker that has ended. */
export const busyFileRetry: RetryPolicy = { firstMs: 200, attempts: 25 };

/** A bulk job fails while its account responds. It is given up after about a day. A success resets the count. */
export const bulkJobRetry: RetryPolicy = {
  firstMs: 2_000,
  longestMs: 5 * 60_000,
  growth: doubling,
  attempts: 300,
};

/** A single request of a bulk job fails while the account responds. A success resets the count. */
export const bulkRequestRetry: RetryPolicy = {
  firstMs: 2_000,
  longestMs: 5 * 60_000,
  growth: doubling,
  attempts: 4,
};

/** The service doesn't show a change of a bulk job yet. It is read once more. */
export const bulkReadBack: RetryPolicy = { firstMs: 3_000 };

/** Waiting bulk jobs are checked at least this often while another one runs. */
export const bulkJobCheck: RetryPolicy = { firstMs: 30_000 };

/** A batch of the link check fails while the account responds. A success resets the count. */
export const linkCheckRetry: RetryPolicy = {
  firstMs: 2_000,
  longestMs: 5 * 60_000,
  growth: doubling,
  attempts: 4,
};

/** A sync fails while the account responds. */
export const syncRetry: RetryPolicy = { firstMs: 2_000, longestMs: 30 * 60_000, growth: doubling };

/** Consecutive requests of a full sync fail. The rest waits for the next attempt. */
export const fullSyncRequests: RetryPolicy = { firstMs: 0, attempts: 3 };

/** One page or folder fails at every attempt of a full sync, while the account responds. It is then skipped. */
export const fullSyncItem: RetryPolicy = {
  firstMs: 2_000,
  longestMs: 30 * 60_000,
  growth: doubling,
  attempts: 8,
};

/** An incremental sync fails while the account responds. After the last attempt, a full sync replaces it. */
export const incrementalSync: RetryPolicy = {
  firstMs: 2_000,
  longestMs: 30 * 60_000,
  growth: doubling,
  attempts: 4,
};

/** The details of some files can't be read. After the last attempt, they wait until the next day. */
export const detailsRetry: RetryPolicy = {
  firstMs: 2_000,
  longestMs: 5 * 60_000,
  growth: doubling,
  attempts: 6,
};

/** The list of takedowns couldn't be read. */
export const takedownRetry: RetryPolicy = { firstMs: 3_600_000 };

/** A host seems to lack a call of its dialect. Some hosts have calls that never work in either dialect. */
export const dialectCheck: RetryPolicy = { firstMs: 3_600_000 };

/** The browser couldn't read or write a store. The error may be temporary. */
export const damagedStoreRetry: RetryPolicy = { firstMs: 5 * 60_000 };

/** After this time, a request that timed out can no longer take effect. */
export const lateEffectMs = 10_000;

/** No request takes longer than this, response included. A little more than the client's timeout. */
export const longestRequestMs = 30_000;

/** After this time, a request whose worker ended can no longer take effect. */
export const abandonedRequestMs = longestRequestMs + lateEffectMs;

/** Timeout for the number of free slots. The queue waits for it, and some services never respond. */
export const slotsTimeoutMs = 5_000;

/** Timeout for a call about transfers that has failed before, so that queue and polls don't hang. */
export const repeatTimeoutMs = 10_000;

/** The longest delay that a site can ask for with `Retry-After`. */
export const longestSourceWaitMs = 3_600_000;

/** Timeout for the catalog's answer whether a duplicate's file still exists. Without an answer, the link counts as a duplicate. */
export const catalogTimeoutMs = 2_000;

/** Timeout for the list that has the page addresses of new files. The user waits to copy or open one. */
export const pagesTimeoutMs = 10_000;

/** Between two polls while links are sent, which need the service's rate limit. */
export const sendingPollMs = 10_000;

/** An account counts as full once its slots or its short-term quota have been used up for this long. */
export const fullAfterMs = 10 * 60_000;

/** Without a list of transfers, a link that was turned away counts as absent after this time, because its file would have appeared. */
export const turnedAwayMs = 15 * 60_000;

/** How long we ask a service to delete a failed transfer before its link is sent again. */
export const deletionMs = 3_600_000;

/** Between two full syncs of a catalog. */
export const fullSyncIntervalMs = 24 * 3_600_000;

/** The same after a discrepancy was found. */
export const urgentFullSyncIntervalMs = 3_600_000;

/** Between two reads of all details, for an account whose host deletes unviewed files. */
export const detailsIntervalMs = 24 * 3_600_000;

/** Between two checks for new takedowns. */
export const takedownIntervalMs = 24 * 3_600_000;
