import { beforeEach, expect, it } from 'vitest';
import { createBrowserPorts } from '../../../lib/background/browser.ts';
import { setBrowser } from '../../fake-browser.ts';

/** What was opened. */
let opened: { windows: object[]; tabs: object[] };

beforeEach(() => {
  opened = { windows: [], tabs: [] };
  setBrowser({
    storage: {},
    runtime: { getURL: (path: string) => `extension:/${path}` },
    tabs: { create: async (tab: object) => void opened.tabs.push(tab) },
  });
});

it('opens the picker in a window of its own', async () => {
  setBrowser({ windows: { create: async (window: object) => void opened.windows.push(window) } });
  await createBrowserPorts().openPicker('p1');
  expect(opened).toMatchObject({
    windows: [{ url: 'extension://picker.html?request=p1', type: 'popup' }],
    tabs: [],
  });
});

it('opens the picker in a tab where the browser has no windows', async () => {
  await createBrowserPorts().openPicker('p1');
  expect(opened).toEqual({ windows: [], tabs: [{ url: 'extension://picker.html?request=p1' }] });
});
