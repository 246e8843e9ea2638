import { beforeEach, expect, it } from 'vitest';
import { createBrowserPorts, listenToNotifications } from '../../../lib/background/browser.ts';
import { setBrowser } from '../../fake-browser.ts';

let opened: { windows: object[]; tabs: object[] };

beforeEach(() => {
  opened = { windows: [], tabs: [] };
  setBrowser({
    storage: {},
    runtime: { getURL: (path: string) => `extension:/${path}` },
    tabs: { create: async (tab: object) => void opened.tabs.push(tab) },
  });
});

it('the picker opens in its own window', async () => {
  setBrowser({ windows: { create: async (window: object) => void opened.windows.push(window) } });
  await createBrowserPorts().openPicker('p1');
  expect(opened).toMatchObject({
    windows: [{ url: 'extension://picker.html?request=p1', type: 'popup' }],
    tabs: [],
  });
});

it('the picker opens in a tab if the browser has no windows', async () => {
  await createBrowserPorts().openPicker('p1');
  expect(opened).toEqual({ windows: [], tabs: [{ url: 'extension://picker.html?request=p1' }] });
});

it('a click on a notification shows the manager: an open one, otherwise one for all notifications', async () => {
  const tabs = [
    { id: 1, url: 'https://a.example/manager.html', windowId: 1, incognito: false },
    { id: 2, url: 'extension://manager.html#files', windowId: 1, incognito: true },
  ];
  const shown: number[] = [];
  let click: (id: string) => Promise<void> = async () => {};
  setBrowser({
    notifications: {
      clear: async () => {},
      onClicked: {
        addListener(listener: typeof click) {
          click = listener;
        },
      },
    },
    tabs: {
      query: async () => tabs,
      update: async (id: number) => {
        shown.push(id);
        return tabs.find((tab) => tab.id === id);
      },
      create: async (tab: { url: string }) => {
        // In Firefox, the address arrives later.
        const created = { id: 3, url: '', windowId: 7, incognito: false };
        tabs.push(created);
        opened.tabs.push(tab);
        setTimeout(() => Object.assign(created, tab));
        return created;
      },
      get: async (id: number) => tabs.find((tab) => tab.id === id),
    },
    windows: { update: async (id: number) => void opened.windows.push({ id }) },
  });
  listenToNotifications();
  await Promise.all([click('one'), click('two')]);
  expect(opened).toEqual({ tabs: [{ url: 'extension://manager.html' }], windows: [{ id: 7 }, { id: 7 }] });
  expect(shown).toEqual([3]);
});
