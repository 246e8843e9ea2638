/** What can be changed about a service while it runs (through `startService`, or from outside through /admin/settings). */

export type Settings = {
  /** Answer with CORS headers, so that any page or extension may call without a host permission. */
  cors: boolean;
  /**
   * Leave connections open between requests. On a connection that was used before, browsers repeat a GET by themselves
   * when it breaks without an answer; switched off, a broken call is broken for whoever made it.
   */
  keepAlive: boolean;
  /** Hold every key to 10 requests in any 1,000 ms. */
  rateLimit: boolean;
  /** Requests with this `User-Agent` are not counted, so that tests can ask beside what they test; empty = none. */
  uncountedAgent: string;
  /** Remote uploads that run at once, per account. */
  slots: number;
  /** Unfinished remote uploads that an account may have; more are refused. */
  queueLimit: number;
  /** Cap on each remote upload's speed, in bytes per second; 0 = none. */
  bytesPerSecond: number;
  /** Largest file that is taken, in bytes. */
  maxFileBytes: number;
  /** Storage of an account, in bytes. */
  quotaBytes: number;
  /** A remote upload that takes longer than this ends as an error, in milliseconds. */
  transferTimeoutMs: number;
  /** A remote upload that receives nothing for this long ends as an error, in milliseconds. */
  stallTimeoutMs: number;
  /** An address from /api/upload/server that is older than this is refused, in milliseconds. */
  uploadAddressMs: number;
  /** Added to `server_time` only: services are seen whose clock disagrees with their files' dates. In seconds. */
  serverTimeOffset: number;
  /** Echo the source address of a transfer decoded, as some services do. */
  decodeRemoteUrls: boolean;
  /** Take a link although an unfinished remote upload of it is in the queue, as some services do. */
  allowDuplicates: boolean;
};

export const defaultSettings: Readonly<Settings> = {
  cors: true,
  keepAlive: true,
  rateLimit: true,
  uncountedAgent: '',
  slots: 5,
  queueLimit: 10_000,
  bytesPerSecond: 0,
  maxFileBytes: 20 * 2 ** 30,
  quotaBytes: 10 * 10 ** 12,
  transferTimeoutMs: 6 * 3_600_000,
  stallTimeoutMs: 60_000,
  uploadAddressMs: 6 * 3_600_000,
  serverTimeOffset: 0,
  decodeRemoteUrls: false,
  allowDuplicates: false,
};

/**
 * `value` as a part of the settings.
 * @throws TypeError naming the first unknown name or wrong type.
 */
export function parseSettings(value: unknown): Partial<Settings> {
  if (typeof value !== 'object' || value === null) throw new TypeError('Settings are an object.');
  const changes: Record<string, unknown> = {};
  for (const [name, given] of Object.entries(value)) {
    if (!Object.hasOwn(defaultSettings, name)) throw new TypeError(`There is no setting "${name}".`);
    const wanted = typeof defaultSettings[name as keyof Settings];
    if (typeof given !== wanted || (typeof given === 'number' && !Number.isFinite(given))) {
      throw new TypeError(`The setting "${name}" is a ${wanted}.`);
    }
    changes[name] = given;
  }
  return changes as Partial<Settings>;
}
