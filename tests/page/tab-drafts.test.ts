import { beforeEach, expect, it, vi } from 'vitest';
import { createTabDrafts } from '../../page/tab-drafts.ts';
import { setBrowser } from '../fake-browser.ts';

let version = '1.0';
/** What the browser keeps of the tab, as a copy. */
let state: unknown = null;
const listeners = new Map<string, () => void>();

beforeEach(() => {
  vi.useFakeTimers();
  version = '1.0';
  state = null;
  setBrowser({ runtime: { getManifest: () => ({ version }) } });
  vi.stubGlobal('addEventListener', (type: string, listener: () => void) => listeners.set(type, listener));
  vi.stubGlobal('history', {
    get state() {
      return state;
    },
    replaceState(next: unknown) {
      state = structuredClone(next);
    },
  });
});

/** Drafts of the page after a reload. */
function reload() {
  listeners.get('beforeunload')?.();
  return createTabDrafts();
}

it('keeps what was set through a reload, even right after it was set', () => {
  const drafts = createTabDrafts();
  drafts.set('title', 'Trailer 7');
  drafts.set('removed', 1);
  drafts.set('removed', undefined);
  const after = reload();
  expect(after.get('title')).toBe('Trailer 7');
  expect(after.get('removed')).toBeUndefined();
  after.set('title', undefined);
  expect(reload().get('title')).toBeUndefined();
});

it('drops a draft that is too large, and keeps the others', () => {
  const drafts = createTabDrafts();
  drafts.set('title', 'Trailer 7');
  drafts.set('links', 'x'.repeat(300_000));
  vi.runAllTimers();
  drafts.set('more links', 'x'.repeat(300_000));
  // The page itself still has it.
  expect(drafts.get('more links')).toHaveLength(300_000);
  const after = reload();
  expect(after.get('links')).toHaveLength(300_000);
  expect(after.get('title')).toBe('Trailer 7');
  expect(after.get('more links')).toBeUndefined();
  // There is room for it now.
  after.set('links', undefined);
  after.set('more links', 'x'.repeat(300_000));
  expect(reload().get('more links')).toHaveLength(300_000);
});

it('ignores the drafts of another version', () => {
  createTabDrafts().set('title', 'Trailer 7');
  vi.runAllTimers();
  version = '1.1';
  const drafts = createTabDrafts();
  expect(drafts.get('title')).toBeUndefined();
  drafts.set('other', 1);
  expect(reload().get('other')).toBe(1);
  expect(JSON.stringify(state)).not.toContain('Trailer 7');
});
