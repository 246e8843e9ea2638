import { h, render } from 'preact';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Topic } from '../../lib/protocol.ts';
import { setBrowser } from '../fake-browser.ts';

const listeners = vi.hoisted(() => new Set<(changed: readonly Topic[]) => void>());
vi.mock('../../page/live.ts', () => ({
  listenToChanges(listener: () => void) {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
}));

const notify = (...changed: Topic[]) => {
  for (const listener of listeners) listener(changed);
};

/** By area. */
let stored: Record<string, unknown> = {};

const area = { get: async (key: string) => ({ [key]: stored[key] }) };
const openBrowser = () => setBrowser({ storage: { local: area, session: area } });

// These read the browser when they are loaded.
openBrowser();
const { useIsPrivate, useOnline, useStored } = await import('../../page/hooks.ts');
const { useAccounts, useShortlist } = await import('../../page/page-data.ts');
const { useTakedowns } = await import('../../page/catalog.ts');

const setAccount = (currentId: string) => {
  const list = ['a', 'b'].map((id) => ({ id, baseUrl: `https://${id}.example`, email: null, addedAt: 0 }));
  stored['accounts'] = { list, currentId };
};

beforeEach(() => {
  openBrowser();
  vi.stubGlobal('document', {});
  stored = {};
});

const pages: never[] = [];

const endsWith = (given: readonly unknown[], last: unknown) =>
  expect.poll(() => given.at(-1), { interval: 1 }).toEqual(last);

const removePages = () => {
  for (const page of pages.splice(0)) render(null, page);
};
afterEach(removePages);

/** Records the results of `use` in a component that renders nothing. */
function drawHook<P extends object, T>(use: (props: P) => T, props: P) {
  const given: T[] = [];
  // All that Preact needs of an empty element.
  const page = { childNodes: [], firstChild: null } as never;
  pages.push(page);
  const Component = (latest: P) => {
    given.push(use(latest));
    return null;
  };
  const draw = (next: P) => render(h(Component, next), page);
  draw(props);
  return { given, draw };
}

it('a hook gives nothing that it has read of another account', async () => {
  const reads: Record<string, () => Promise<string>> = {
    a: async () => 'of a',
    b: async () => 'of b',
  };
  const use = ({ id }: { id: string }) => [id, useStored(reads[id] as () => Promise<string>)];
  const { given, draw } = drawHook(use, { id: 'a' });
  await endsWith(given, ['a', 'of a']);
  draw({ id: 'b' });
  await endsWith(given, ['b', 'of b']);
  expect(given).toEqual([
    ['a', null],
    ['a', 'of a'],
    ['b', null],
    ['b', 'of b'],
  ]);
});

it('right after a switch of account no folder, pin or takedown of the former one is given', async () => {
  for (const id of ['a', 'b']) {
    stored[`folders:${id}`] = { default: { id: `of ${id}`, name: '' }, pinned: [], recent: [] };
    stored[`takedowns:${id}`] = { checkedAtMs: 1, firstSeenAtMs: { [`of ${id}`]: 1 } };
  }
  setAccount('a');
  const use = () => [
    useAccounts()?.currentId,
    useShortlist().default.id,
    ...Object.keys(useTakedowns().firstSeenAtMs),
  ];
  const { given } = drawHook(use, {});
  await endsWith(given, ['a', 'of a', 'of a']);
  setAccount('b');
  notify('accounts');
  await endsWith(given, ['b', 'of b', 'of b']);
  for (const [id, ...found] of given) for (const each of found) expect([`of ${id}`, '0']).toContain(each);
});

it('a browser that goes offline before the first frame is offline', async () => {
  vi.stubGlobal('navigator', { onLine: true });
  vi.stubGlobal('addEventListener', () => {});
  const remove = vi.fn();
  vi.stubGlobal('removeEventListener', remove);
  const { given } = drawHook(useOnline, {});
  vi.stubGlobal('navigator', { onLine: false });
  await endsWith(given, false);
  removePages();
  await expect.poll(() => remove).toHaveBeenCalledTimes(2);
});

it('a component drawn before the window responds learns that it is private', async () => {
  const answer = Promise.withResolvers<{ incognito: boolean }>();
  const getCurrent = vi.fn(() => answer.promise);
  setBrowser({ windows: { getCurrent } });
  const first = drawHook(useIsPrivate, {});
  await expect.poll(() => getCurrent).toHaveBeenCalled();
  const { given } = drawHook(useIsPrivate, {});
  answer.resolve({ incognito: true });
  await endsWith(first.given, true);
  await endsWith(given, true);
  expect(drawHook(useIsPrivate, {}).given).toEqual([true]);
});
