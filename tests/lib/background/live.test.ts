import { expect, it } from 'vitest';
import { createLive } from '../../../lib/background/live.ts';
import type { LiveNote } from '../../../lib/protocol.ts';

function port() {
  const notes: LiveNote[] = [];
  let leave = () => {};
  return {
    notes,
    close: () => leave(),
    postMessage: (note: LiveNote) => void notes.push(note),
    onDisconnect: {
      addListener: (listener: () => void) => {
        leave = listener;
      },
    },
  };
}

it('tells the other pages where one is disconnected already', async () => {
  const live = createLive(
    () => {},
    () => {},
  );
  const [closed, open] = [port(), port()];
  live.join({
    ...closed,
    postMessage: () => {
      throw new Error('Attempting to use a disconnected port object');
    },
  });
  live.join(open);
  live.changed('settings');
  await Promise.resolve();
  expect(open.notes).toEqual([{ changed: ['settings'] }]);
  expect(live.looking()).toBe(1);
});

it('tells open pages of changes, those that come together in one note, and forgets pages that close', async () => {
  let joined = 0;
  const live = createLive(
    () => joined++,
    () => {},
  );
  const [one, two] = [port(), port()];
  live.join(one);
  live.join(two);
  expect([joined, live.looking()]).toEqual([2, 2]);

  live.changed('folders');
  live.changed('accounts');
  live.changed('folders');
  await Promise.resolve();
  expect(one.notes).toEqual([{ changed: ['folders', 'accounts'] }]);

  two.close();
  expect(live.looking()).toBe(1);
  live.changed('settings');
  await Promise.resolve();
  expect(one.notes).toHaveLength(2);
  expect(two.notes).toHaveLength(1);
});
