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

it('tells open pages of changes, those that come together in one note, and forgets pages that close', async () => {
  let joined = 0;
  const live = createLive(() => joined++);
  const [one, two] = [port(), port()];
  live.join(one);
  live.join(two);
  expect([joined, live.looking()]).toEqual([2, 2]);

  live.changed('outbox');
  live.changed('transfers');
  live.changed('outbox');
  await Promise.resolve();
  expect(one.notes).toEqual([{ changed: ['outbox', 'transfers'] }]);

  two.close();
  expect(live.looking()).toBe(1);
  live.changed('settings');
  await Promise.resolve();
  expect(one.notes).toHaveLength(2);
  expect(two.notes).toHaveLength(1);
});
