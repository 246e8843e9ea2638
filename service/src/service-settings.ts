/** Settings that can be changed while the service runs, by `startService` or through /admin/settings. */

export const defaultSettings = {
  /** Send CORS headers, so that any page or extension can call the service without a host permission. */
  cors: true,
  /** If a reused connection breaks, browsers repeat a GET by themselves. */
  keepAlive: true,
  rateLimit: true,
  /** Requests with this `User-Agent` don't count towards the limit, so that tests can make their own. Empty = none. */
  uncountedAgent: '',
  slots: 5,
  queueLimit: 10_000,
  /** Of each remote upload; 0 = no limit. */
  bytesPerSecond: 0,
  maxFileBytes: 20 * 2 ** 30,
  /** Per account; 0 = no limit. */
  quotaBytes: 10 * 10 ** 12,
  transferTimeoutMs: 6 * 3_600_000,
  stallTimeoutMs: 60_000,
  /** How long an address from /api/upload/server is valid. */
  uploadAddressMs: 6 * 3_600_000,
  /** Seconds, in `server_time` only. The clocks of some services differ from the dates of their files. */
  serverTimeOffset: 0,
  /** As some services do. */
  decodeRemoteUrls: false,
  /** The `status` of finished transfers that stay in the list, as on some services. Empty = they leave the list. */
  finishedStatus: '',
  /** Of pages and images in responses, without a trailing slash. Empty = the address that the request came to. */
  shareUrl: '',
  /** Like `shareUrl`, for upload addresses. */
  uploadUrl: '',
  /** For a call that the dialect lacks: an envelope with status 404 or 400, or a web page with HTTP 404. */
  missingCall: 'envelope-404' as 'envelope-404' | 'envelope-400' | 'page-404',
  /** Accept a link that is already in the queue, as some services do. */
  allowDuplicates: false,

  // For the sibling dialect only:
  /** Path of the player page. */
  playerPath: '/e/{code}',
  /** Return a `sess_id` with upload addresses. A file sent without it belongs to no account. */
  sessionIds: false,
  /** Of a running transfer. Some services misspell it. */
  workingStatus: 'WORKING',
  /** When the transfer list starts to include a transfer's file code. */
  transferCodes: 'working' as 'always' | 'working' | 'never',
  /** Return the code of a new transfer in an array. */
  codeInArray: false,
  /** For each quality of a video. */
  encodingMs: 1000,
  /** In this order, separated by commas. */
  encodingQualities: 'n,h',
  encodingFails: false,
};

export type Settings = typeof defaultSettings;

const forms: Partial<Record<keyof Settings, RegExp>> = {
  shareUrl: /^$|^https?:\/\/.+[^/]$/,
  uploadUrl: /^$|^https?:\/\/.+[^/]$/,
  missingCall: /^(envelope-404|envelope-400|page-404)$/,
  playerPath: /^\/[\w/-]*\{code\}[\w.]*$/,
  transferCodes: /^(always|working|never)$/,
};

/** @throws TypeError that names the first wrong setting */
export function parseSettings(value: unknown): Partial<Settings> {
  if (typeof value !== 'object' || value === null) throw new TypeError('The settings must be an object.');
  const changes: Record<string, unknown> = {};
  for (const [name, given] of Object.entries(value)) {
    if (!Object.hasOwn(defaultSettings, name)) throw new TypeError(`There is no setting "${name}".`);
    const wanted = typeof defaultSettings[name as keyof Settings];
    if (typeof given !== wanted || (typeof given === 'number' && !Number.isFinite(given))) {
      throw new TypeError(`The setting "${name}" must be a ${wanted}.`);
    }
    const form = forms[name as keyof Settings];
    if (form !== undefined && !form.test(String(given))) {
      throw new TypeError(`The setting "${name}" must match ${form.source}`);
    }
    changes[name] = given;
  }
  return changes as Partial<Settings>;
}
