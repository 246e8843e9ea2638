/** What components get of what is stored (`entrypoints/page/hooks.ts`, `page-data.ts`). */
import { h, render } from 'preact';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Topic } from '../../../lib/protocol.ts';
import { setBrowser } from '../../fake-browser.ts';

const listeners = vi.hoisted(() => new Set<(changed: readonly Topic[]) => void>());
vi.mock('../../../entrypoints/page/live.ts', () => ({
  listenToChanges(listener: () => void) {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
}));

const notify = (...changed: Topic[]) => {
  for (const listener of listeners) listener(changed);
};

/** What the areas of storage hold. */
let stored: Record<string, unknown> = {};

const area = { get: async (key: string) => ({ [key]: stored[key] }) };
const openBrowser = () => setBrowser({ storage: { local: area, session: area } });

// These use the browser as they are loaded.
openBrowser();
const { useIsPrivate, useStored } = await import('../../../entrypoints/page/hooks.ts');
const { useAccounts, useShortlist } = await import('../../../entrypoints/page/page-data.ts');
const { useTakedowns } = await import('../../../entrypoints/page/catalog.ts');

const setAccount = (currentId: string) => {
  const list = ['a', 'b'].map((id) => ({ id, baseUrl: `https://${id}.example`, email: null, addedAt: 0 }));
  stored['accounts'] = { list, currentId };
};

beforeEach(() => {
  openBrowser();
  vi.stubGlobal('document', {});
  stored = {};
});

let pages: never[] = [];

afterEach(() => {
  for (const page of pages) render(null, page);
  pages = [];
});

/** Draws a component that shows nothing; gives all that `use` gave it. */
function drawHook<P extends object, T>(use: (props: P) => T, props: P) {
  const given: T[] = [];
  // All that Preact needs of an element that stays empty.
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

/** Until everything is read and drawn, and the effects are over. */
const settle = () => new Promise((resolve) => setTimeout(resolve, 60));

it('a hook gives nothing that it has read of another account', async () => {
  const reads: Record<string, () => Promise<string>> = {
    a: async () => 'of a',
    b: async () => 'of b',
  };
  const use = ({ id }: { id: string }) => [id, useStored(reads[id] as () => Promise<string>)];
  const { given, draw } = drawHook(use, { id: 'a' });
  await settle();
  draw({ id: 'b' });
  await settle();
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
  await settle();
  expect(given.at(-1)).toEqual(['a', 'of a', 'of a']);
  setAccount('b');
  notify('accounts');
  await settle();
  expect(given.at(-1)).toEqual(['b', 'of b', 'of b']);
  for (const [id, ...found] of given) for (const each of found) expect([`of ${id}`, '0']).toContain(each);
});

it('what is drawn while the window is asked about learns that it is private', async () => {
  const answer = Promise.withResolvers<{ incognito: boolean }>();
  setBrowser({ windows: { getCurrent: () => answer.promise } });
  drawHook(useIsPrivate, {});
  await settle();
  const { given } = drawHook(useIsPrivate, {});
  answer.resolve({ incognito: true });
  await settle();
  expect(given).toEqual([false, true]);
  expect(drawHook(useIsPrivate, {}).given).toEqual([true]);
});
