/**
 * `wxt/browser` in tests that run in Node (vitest.config.ts). One object for all files of a worker, whose modules keep what
 * they import; `restore.ts` empties it after each test.
 */
export const browser: Record<string, unknown> = {};

/** Until the end of the test. */
export const setBrowser = (parts: object): object => Object.assign(browser, parts);

export function removeBrowser(): void {
  for (const name of Object.keys(browser)) delete browser[name];
}
