import { expect, it } from 'vitest';
import { createOpenPages, isOwnPage, type Sender } from '../../../lib/background/open-pages.ts';
import type { ChangeBroadcast } from '../../../lib/protocol.ts';

function port() {
  const notes: ChangeBroadcast[] = [];
  let leave = () => {};
  return {
    notes,
    close: () => leave(),
    postMessage: (note: ChangeBroadcast) => void notes.push(note),
    onDisconnect: {
      addListener: (listener: () => void) => {
        leave = listener;
      },
    },
  };
}

it('notifies the other pages after one has disconnected', async () => {
  const live = createOpenPages(
    () => {},
    () => {},
  );
  const [closed, open] = [port(), port()];
  live.addPage({
    ...closed,
    postMessage: () => {
      throw new Error('Attempting to use a disconnected port object');
    },
  });
  live.addPage(open);
  live.broadcastChange('settings');
  await Promise.resolve();
  expect(open.notes).toEqual([{ changed: ['settings'] }]);
  expect(live.countPages()).toBe(1);
});

it('broadcasts changes to open pages, combines simultaneous ones, and removes closed pages', async () => {
  let joined = 0;
  const live = createOpenPages(
    () => joined++,
    () => {},
  );
  const [one, two] = [port(), port()];
  live.addPage(one);
  live.addPage(two);
  expect([joined, live.countPages()]).toEqual([2, 2]);

  live.broadcastChange('folders');
  live.broadcastChange('accounts');
  live.broadcastChange('folders');
  await Promise.resolve();
  expect(one.notes).toEqual([{ changed: ['folders', 'accounts'] }]);

  two.close();
  expect(live.countPages()).toBe(1);
  live.broadcastChange('settings');
  await Promise.resolve();
  expect(one.notes).toHaveLength(2);
  expect(two.notes).toHaveLength(1);
});

const root = 'chrome-extension://own/';
const page: Sender = { id: 'own', url: `${root}popup.html`, origin: 'chrome-extension://own' };

it.each<[whose: string, sender: Sender, isOwn: boolean]>([
  ['a page of ours', page, true],
  ['a page of ours where the browser names no origin', { ...page, origin: undefined }, true],
  ['a content script', { ...page, url: 'https://site.example/', origin: 'https://site.example' }, false],
  ['another extension', { ...page, id: 'other' }, false],
  ['nobody', {}, false],
  ['our address from another origin', { ...page, origin: 'https://site.example' }, false],
  ['our address from a sandboxed frame', { ...page, origin: 'null' }, false],
  ['an address that only looks like ours', { ...page, url: 'chrome-extension://owned/x.html' }, false],
])('messages are accepted from %s: %j', (_, sender, isOwn) => {
  expect(isOwnPage(sender, 'own', root)).toBe(isOwn);
});
