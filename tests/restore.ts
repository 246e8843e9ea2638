/**
 * A worker's test files share globals and modules (`isolate: false` in vitest.config.ts). Restores what a test replaces, and starts each
 * file without databases. `fake-indexeddb` provides what Node lacks.
 */
import 'fake-indexeddb/auto';
import { env } from 'node:process';
import { IDBFactory } from 'fake-indexeddb';
import { afterAll, afterEach, expect, vi } from 'vitest';
import { removeBrowser } from './fake-browser.ts';

globalThis.indexedDB = new IDBFactory();

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  vi.unstubAllEnvs();
  removeBrowser();
});

// Tests must restore other replacements themselves.
const names = [
  'fetch',
  'indexedDB',
  'crypto',
  'Date',
  'setTimeout',
  'document',
  'XMLHttpRequest',
  'navigator',
];
const readState = () => [
  ...names.map((name) => [name, Reflect.get(globalThis, name)] as const),
  ...[['Date.now', Date.now] as const, ['Math.random', Math.random] as const],
  ...Object.entries(env),
];
const before = new Map<string, unknown>(readState());
afterAll(() => {
  const after = new Map<string, unknown>(readState());
  const changed = [...before.keys(), ...after.keys()].filter((name) => before.get(name) !== after.get(name));
  expect(changed).toEqual([]);
});
