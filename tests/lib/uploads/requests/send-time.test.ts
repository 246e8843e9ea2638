/** An upload counts as being sent once its request leaves, not while it waits in the limiter. */
import { expect, test } from 'vitest';
import type { Uploads } from '../../../../lib/uploads/uploads.ts';
import { drafts, setUp, to, url } from '../set-up.ts';

test('a link that waits in the limiter counts as unsent: after a crash nothing is uncertain', async () => {
  const { uploads, service, time, states, open } = setUp({ limiterMs: 1_000 });
  await uploads.add(drafts(2), to);
  void uploads.run();
  await time.advance(900);
  expect(await states()).toEqual(['queued', 'queued']);
  // The process has ended, so its pending calls never resolve.
  time.clearTimers();
  const next = open();
  const again = next.run();
  await time.advance(10_000);
  await again;
  expect([...service.taken.keys()]).toEqual([url(0), url(1)]);
  expect(service.requests).toHaveLength(2);
});

test('the state “sending” is stored before the request leaves', async () => {
  const { openOn, service, time, store } = setUp();
  const log: string[] = [];
  const { push } = service.requests;
  service.requests.push = (request) => {
    log.push(request.endpoint);
    return push.call(service.requests, request);
  };
  const uploads = openOn({
    transact: async (mode, work) => {
      const result = await store.transact(mode, work);
      if (mode === 'durable') log.push(mode);
      return result;
    },
  });
  await uploads.add(drafts(1), to);
  const running = uploads.run();
  await time.advance(1_000);
  await running;
  expect(log).toEqual(['durable', 'durable', 'upload/url']);
});

test.each<[what: string, change: (uploads: Uploads, id: string) => Promise<unknown>, sent: number]>([
  ['a pause', (uploads) => uploads.pause(), 0],
  ['its removal', (uploads, id) => uploads.remove(id), 0],
  ['another folder', (uploads, id) => uploads.choose([{ id, folder: { id: '7', name: 'Films' } }]), 1],
])('%s applies to a link that waits in the limiter', async (_, change, sent) => {
  const { uploads, service, time, states } = setUp({ limiterMs: 1_000 });
  service.folders.set('7', { name: 'Films', parentId: '0' });
  const { added } = await uploads.add(drafts(1), to);
  const running = uploads.run();
  await time.advance(500);
  await change(uploads, added[0]?.id ?? '');
  await time.advance(10_000);
  await running;
  expect(service.countRequests('upload/url')).toBe(sent);
  expect(service.transferFolders()).toEqual(sent === 0 ? [] : ['7']);
  expect(await states()).not.toContain('sending');
});

test('a long wait in the limiter delays other links only briefly, and none is sent twice', async () => {
  const { uploads, service, time, states } = setUp({ limiterMs: 5_000 });
  await uploads.add(drafts(6), to);
  const running = uploads.run();
  // One after another, they would take 30 seconds.
  await time.advance(20_000);
  await running;
  expect([...service.taken.keys()]).toEqual(drafts(6).map((draft) => draft.url));
  expect(service.requests).toHaveLength(6);
  expect(await states()).toEqual([]);
});
