/** `wxt/browser` in the background. A worker can only load scripts at its start, synchronously. */
import type { Browser } from 'wxt/browser';

const names = globalThis as unknown as {
  browser: typeof Browser | undefined;
  importScripts(address: string): void;
};

if (import.meta.env.CHROME && names.browser === undefined) names.importScripts('/browser-polyfill.js');

export const { browser } = names;
