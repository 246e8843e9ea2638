import type { Browser } from 'wxt/browser';

const names = globalThis as unknown as { browser: typeof Browser | undefined; chrome: typeof Browser };

if (import.meta.env.CHROME && names.browser === undefined) {
  await import(/* @vite-ignore */ names.chrome.runtime.getURL('/browser-polyfill.js'));
}

export const { browser } = names;
