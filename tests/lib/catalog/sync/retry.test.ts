/** Requests to a service that does not answer become rarer, also across restarts of the worker. */
import { expect, it } from 'vitest';
import { createClient } from '../../../../lib/api/index.ts';
import { createSync } from '../../../../lib/catalog/sync/sync.ts';
import { fastLimiter } from '../../api/helpers/fast-limiter.ts';
import { openCatalog } from '../storage/on-disk.ts';

it('the delay grows with each failure, across workers, and a visit causes an immediate retry', async () => {
  const disk = openCatalog();
  const state = { nowMs: Date.UTC(2026, 10, 1), requests: 0 };
  const open = () => {
    const client = createClient({
      ...{ baseUrl: 'http://service.test', key: 'test-key', limiter: fastLimiter() },
      fetch: async () => {
        state.requests += 1;
        throw new TypeError('Failed to fetch');
      },
    });
    return createSync({
      ...{ writer: disk.newWriter(), accountIds: async () => ['account'], clientFor: async () => client },
      ...{ clock: () => state.nowMs, random: () => 0.5, isOnline: () => true, isPageOpen: () => false },
      ...{ onChange: () => {}, onWork: () => {} },
    });
  };
  await open().visit('account', null);
  const waits: number[] = [];
  for (let run = 0; run < 8; run += 1) {
    const atMs = await open().run();
    waits.push((atMs ?? 0) - state.nowMs);
    state.nowMs = atMs ?? 0;
  }
  expect(waits.every((wait, at) => at === 0 || wait > (waits[at - 1] ?? 0))).toBe(true);
  expect(waits.at(-1)).toBeGreaterThan(60_000);

  await open().run();
  const before = state.requests;
  const sync = open();
  await sync.run();
  expect(state.requests).toBe(before);
  await sync.visit('account', null);
  expect(state.requests).toBeGreaterThan(before);
});
