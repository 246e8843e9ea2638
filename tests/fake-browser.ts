/**
 * Replaces `wxt/browser` in Node (vitest.config.ts). All files of a worker share one object, because modules keep their imports.
 * `restore.ts` empties it after each test.
 */
export const browser: Record<string, unknown> = {};

/** Until the end of the test. */
export const setBrowser = (parts: object): object => Object.assign(browser, parts);

export function removeBrowser(): void {
  for (const name of Object.keys(browser)) delete browser[name];
}
