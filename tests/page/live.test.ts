import { beforeEach, expect, it, vi } from 'vitest';
import { topics } from '../../lib/protocol.ts';
import { listenToChanges } from '../../page/live.ts';
import { setBrowser } from '../fake-browser.ts';

let disconnect = () => {};

beforeEach(() => {
  vi.useFakeTimers();
  setBrowser({
    alarms: { get: async () => ({ scheduledTime: Date.now() }) },
    runtime: {
      onMessage: { addListener() {} },
      connect: () => ({
        onMessage: { addListener() {} },
        onDisconnect: {
          addListener(listener: () => void) {
            disconnect = listener;
          },
        },
      }),
    },
  });
  vi.stubGlobal('document', { hidden: true, addEventListener() {} });
});

it('each topic counts as changed after each connecting, rules and takedowns too', async () => {
  const changes: (readonly string[])[] = [];
  listenToChanges((changed) => changes.push(changed));
  disconnect();
  await vi.runAllTimersAsync();
  expect(changes).toEqual([topics, topics]);
  expect(topics).toEqual(expect.arrayContaining(['rules', 'takedowns']));
});
