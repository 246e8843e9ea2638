import { beforeEach, expect, it, vi } from 'vitest';
import { createBrowserPorts } from '../../../lib/background/browser.ts';

/** What was opened. */
const opened = vi.hoisted(() => ({ windows: [] as object[], tabs: [] as object[] }));
const fake = vi.hoisted(() => ({
  storage: {},
  runtime: { getURL: (path: string) => `extension:/${path}` },
  tabs: { create: async (tab: object) => void opened.tabs.push(tab) },
  windows: undefined as object | undefined,
}));
vi.mock('wxt/browser', () => ({ browser: fake }));

beforeEach(() => {
  opened.windows = [];
  opened.tabs = [];
});

it('opens the picker in a window of its own', async () => {
  fake.windows = { create: async (window: object) => void opened.windows.push(window) };
  await createBrowserPorts().openPicker('p1');
  expect(opened).toMatchObject({
    windows: [{ url: 'extension://picker.html?request=p1', type: 'popup' }],
    tabs: [],
  });
});

it('opens the picker in a tab where the browser has no windows', async () => {
  fake.windows = undefined;
  await createBrowserPorts().openPicker('p1');
  expect(opened).toEqual({ windows: [], tabs: [{ url: 'extension://picker.html?request=p1' }] });
});
