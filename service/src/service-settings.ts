/** What can be changed about a service while it runs (through `startService`, or from outside through /admin/settings). */

export const defaultSettings = {
  /** Answer with CORS headers, so that any page or extension may call without a host permission. */
  cors: true,
  /** Leave connections open. On a reused one, browsers repeat a GET by themselves when it breaks without an answer. */
  keepAlive: true,
  /** Hold every key to 10 requests in any 1,000 ms. */
  rateLimit: true,
  /** Requests with this `User-Agent` are not counted, so that tests can ask beside what they test; empty = none. */
  uncountedAgent: '',
  /** Remote uploads that run at once, per account. */
  slots: 5,
  /** Unfinished remote uploads that an account may have; more are refused. */
  queueLimit: 10_000,
  /** Cap on each remote upload's speed, in bytes per second; 0 = none. */
  bytesPerSecond: 0,
  /** Largest file that is taken, in bytes. */
  maxFileBytes: 20 * 2 ** 30,
  /** Storage of an account, in bytes; 0 = no limit. */
  quotaBytes: 10 * 10 ** 12,
  /** A remote upload that takes longer than this ends as an error, in milliseconds. */
  transferTimeoutMs: 6 * 3_600_000,
  /** A remote upload that receives nothing for this long ends as an error, in milliseconds. */
  stallTimeoutMs: 60_000,
  /** An address from /api/upload/server that is older than this is refused, in milliseconds. */
  uploadAddressMs: 6 * 3_600_000,
  /** Added to `server_time` only: services are seen whose clock disagrees with their files' dates. In seconds. */
  serverTimeOffset: 0,
  /** Echo the source address of a transfer decoded, as some services do. */
  decodeRemoteUrls: false,
  /** Word with which finished transfers stay in the list, as with some services; empty = they leave it. */
  finishedStatus: '',
  /** Base of the addresses of pages and images in answers, without a slash at the end; empty = as the caller reached the service. */
  shareUrl: '',
  /** The same for upload addresses. */
  uploadUrl: '',
  /** A call that the dialect lacks: an envelope with status 404 or 400, or a web page with HTTP 404. */
  missingCall: 'envelope-404' as 'envelope-404' | 'envelope-400' | 'page-404',
  /** Take a link although an unfinished remote upload of it is in the queue, as some services do. */
  allowDuplicates: false,

  // The sibling dialect only.
  /** Where the player of a file is. */
  playerPath: '/e/{code}',
  /** Hand out a `sess_id` with upload addresses. A file that is sent without it belongs to nobody. */
  sessionIds: false,
  /** Word for a transfer that is under way; some services misspell it. */
  workingStatus: 'WORKING',
  /** From when on the list of transfers has a transfer's file code. */
  transferCodes: 'working' as 'always' | 'working' | 'never',
  /** Answer the code of a new transfer in an array. */
  codeInArray: false,
  /** How long each quality of an arrived video is encoded, in milliseconds. */
  encodingMs: 1000,
  /** The qualities that a video is encoded to, one after another, with commas between. */
  encodingQualities: 'n,h',
  /** Encoding fails, at its end. */
  encodingFails: false,
};

export type Settings = typeof defaultSettings;

/** What a text must look like, where not any will do. */
const forms: Partial<Record<keyof Settings, RegExp>> = {
  shareUrl: /^$|^https?:\/\/.+[^/]$/,
  uploadUrl: /^$|^https?:\/\/.+[^/]$/,
  missingCall: /^(envelope-404|envelope-400|page-404)$/,
  playerPath: /^\/[\w/-]*\{code\}[\w.]*$/,
  transferCodes: /^(always|working|never)$/,
};

/** `value` as a part of the settings. @throws TypeError naming the first unknown name or wrong type. */
export function parseSettings(value: unknown): Partial<Settings> {
  if (typeof value !== 'object' || value === null) throw new TypeError('Settings are an object.');
  const changes: Record<string, unknown> = {};
  for (const [name, given] of Object.entries(value)) {
    if (!Object.hasOwn(defaultSettings, name)) throw new TypeError(`There is no setting "${name}".`);
    const wanted = typeof defaultSettings[name as keyof Settings];
    if (typeof given !== wanted || (typeof given === 'number' && !Number.isFinite(given))) {
      throw new TypeError(`The setting "${name}" is a ${wanted}.`);
    }
    const form = forms[name as keyof Settings];
    if (form !== undefined && !form.test(String(given))) {
      throw new TypeError(`The setting "${name}" has to match ${form.source}`);
    }
    changes[name] = given;
  }
  return changes as Partial<Settings>;
}
