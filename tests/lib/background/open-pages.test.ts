import { expect, it } from 'vitest';
import { createOpenPages } from '../../../lib/background/open-pages.ts';
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

it('broadcasts changes to open pages, simultaneous ones together, and removes closed pages', async () => {
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
