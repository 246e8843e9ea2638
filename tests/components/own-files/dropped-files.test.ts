import { expect, it, vi } from 'vitest';
import { parseSubject, parseView } from '../../../components/manager/manager-view.ts';
import {
  choosingHash,
  handOver,
  parseOpening,
  takeFiles,
} from '../../../components/own-files/dropped-files.ts';

it.each([
  { id: '0', name: '' },
  { id: '12', name: 'A/B & 100 % <b>' },
  { id: 'a/b', name: 'موسيقى' },
])('names the folder: $name', (folder) => {
  const hash = `#${choosingHash(folder)}`;
  expect(parseView(hash)).toBe('uploads');
  expect(parseOpening(parseSubject(hash) ?? '')).toEqual({ token: null, folder });
});

it('names no folder, or contains a token', () => {
  expect(parseOpening('choose')).toEqual({ token: null, folder: null });
  expect(parseOpening('8f3a')).toEqual({ token: '8f3a', folder: null });
});

const none = { files: [], unread: [] };
const movies = { id: '12', name: 'Movies' };

it.each([
  ['hands files over', async () => none],
  ['hands none over where they can’t be read', () => Promise.reject(new Error('gone'))],
])('%s before the page that has them may be closed', async (_, read) => {
  const onManager = vi.fn();
  handOver(read(), movies, onManager);
  const [hash, taken] = onManager.mock.calls[0] as [string, Promise<void>];
  const seen: unknown[] = [];
  const isClosed = taken.then(() => seen.push('closed'));
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(seen).toEqual([]);
  const received = Promise.withResolvers<void>();
  takeFiles(parseOpening(parseSubject(`#${hash}`) ?? '').token ?? '', (...offer) => {
    seen.push(offer);
    received.resolve();
  });
  await received.promise;
  await isClosed;
  expect(seen).toEqual([[none, movies], 'closed']);
});

it('keeps the page open while files are read for a waiting tab, however long it takes', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const files = Promise.withResolvers<typeof none>();
  const onManager = vi.fn();
  handOver(files.promise, movies, onManager);
  const [hash, taken] = onManager.mock.calls[0] as [string, Promise<void>];
  const seen: string[] = [];
  const isClosed = taken.then(() => seen.push('closed'));
  takeFiles(parseOpening(parseSubject(`#${hash}`) ?? '').token ?? '', () => seen.push('received'));
  await expect.poll(() => vi.getTimerCount(), { timeout: 2_000 }).toBe(0);
  vi.advanceTimersByTime(60_000);
  files.resolve(none);
  await isClosed;
  expect(seen).toEqual(['received', 'closed']);
});

it('lets the page close if no tab asks within ten seconds', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const onManager = vi.fn();
  handOver(Promise.resolve(none), movies, onManager);
  const [, taken] = onManager.mock.calls[0] as [string, Promise<void>];
  vi.advanceTimersByTime(10_000);
  await taken;
});

it('lets the page close if the tab asked, but was closed before it took the files', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const onManager = vi.fn();
  handOver(Promise.resolve(none), movies, onManager);
  const [hash, taken] = onManager.mock.calls[0] as [string, Promise<void>];
  const tab = new BroadcastChannel(`linkhaul-dropped ${parseOpening(parseSubject(`#${hash}`) ?? '').token}`);
  const offered = new Promise((resolve) => tab.addEventListener('message', resolve));
  tab.postMessage('ready');
  await offered;
  tab.close();
  vi.advanceTimersByTime(10_000);
  await taken;
});
