/** Links that the service turns away, perhaps in response to a request that the browser repeated. See `failure.ts`. */
import { expect, test } from 'vitest';
import { areSlotsFull } from '../../../../lib/uploads/requests/request-session.ts';
import type { FakeService } from '../../fake-service.ts';
import { drafts, setUp, to, url } from '../set-up.ts';

/** Number of requests other than uploads. */
const questions = (service: FakeService) => service.countRequests() - service.countRequests('upload/url');

test('a turned-away upload waits with a reason, and is sent when it is proven absent', async () => {
  const { uploads, service, run, pending, sends, runToEnd } = setUp();
  service.faults = ['rate-limited'];
  const { added } = await uploads.add(drafts(3), to);
  await run(500);
  const limited = {
    wait: { reason: 'rate-limited' },
    failure: { code: 'rate-limited', msg: 'Too Many Requests' },
  };
  const byId = async () => new Map((await pending()).map((upload) => [upload.id, upload]));
  const waiting = await byId();
  expect(added.map(({ id }) => waiting.get(id))).toMatchObject([
    { state: 'deferred', ...limited },
    { state: 'queued', ...limited },
    { state: 'queued', ...limited },
  ]);
  // The other links needn't wait for the proof.
  for (let round = 0; round < 3; round += 1) await run(1_000);
  expect([...service.taken.keys()]).toEqual([url(1), url(2)]);
  expect(await pending()).toMatchObject([{ state: 'deferred', ...limited }]);
  await runToEnd(1_000);
  expect([...service.taken.keys()]).toEqual([url(1), url(2), url(0)]);
  expect(sends()).toBe(4);
});

test('a service that rejects half of all requests gets only a few, not one per link', async () => {
  const { uploads, service, pending, sends, runToEnd } = setUp();
  service.faults = Array.from({ length: 40 }, (_, at) => (at % 2 === 0 ? 'rate-limited' : 'none'));
  await uploads.add(drafts(100), to);
  await runToEnd(30_000);
  expect(await pending()).toEqual([]);
  expect(sends()).toBeLessThanOrEqual(110);
  expect(questions(service)).toBeLessThanOrEqual(45);
});

test('a refusal of one link is final, delays no other link, and asks only for the slots', async () => {
  const { uploads, service, run, pending, eventKinds } = setUp();
  await uploads.add([{ url: url('forbidden') }, ...drafts(2)], to);
  await run(1_000);
  expect(await eventKinds()).toEqual(['refused', 'sent', 'sent']);
  expect(service.countRequests('urlupload/slots')).toBe(1);
  expect(questions(service)).toBe(1);
  expect(await pending()).toMatchObject([
    { state: 'refused', failure: { code: 'refused', msg: 'This host is not allowed' } },
  ]);
});

test.each([
  'You can add only 2 URLs',
  'You already have 2 URLs in the queue',
  'Come back when the moon is full',
])(
  'a link that is refused while all slots are in use waits, whatever the service says: “%s”',
  async (fullMessage) => {
    const { uploads, service, run, states, runToEnd, eventKinds } = setUp({ slots: 2, fullMessage });
    // Started by another program.
    service.addTransfer(url('one'));
    service.addTransfer(url('two'));
    await uploads.add([{ url: url('next') }], to);
    await run(1_000);
    expect(await states()).toEqual(['deferred: slots']);
    await runToEnd(10_000);
    expect([...service.taken.keys()]).toEqual([url('next')]);
    expect(await eventKinds()).toEqual(['sent']);
  },
);

test('a link that may have taken the last slot isn’t taken for turned away', async () => {
  const { uploads, service, run, eventKinds } = setUp({ slots: 1 });
  await uploads.add([{ url: url('taken-oddly') }], to);
  await run(1_000);
  expect(service.countRequests('urlupload/slots')).toBe(0);
  expect(await eventKinds()).toEqual(['sent']);
});

test('a link is refused if the account has no slots at all', async () => {
  const { uploads, run, pending } = setUp({ slots: 0, fullMessage: 'Premium only' });
  await uploads.add([{ url: url('next') }], to);
  await run(1_000);
  expect(await pending()).toMatchObject([{ state: 'refused', failure: { msg: 'Premium only' } }]);
});

test.each(['slots', 'list'] as const)(
  'a mistake of ours in the search for slots (%s) is no refusal',
  async (call) => {
    const { uploads, service, run, all } = setUp({
      slots: 2,
      fullMessage: 'Come back when the moon is full',
    });
    service.addTransfer(url('one'));
    service.addTransfer(url('two'));
    const client = service.client();
    const fails = { [call]: () => Promise.reject(new TypeError('Not a function')) };
    service.client = () => ({ ...client, remoteUploads: { ...client.remoteUploads, ...fails } });
    await uploads.add([{ url: url('next') }], to);
    await expect(run(1_000)).rejects.toThrow('Not a function');
    expect(await all()).toMatchObject([{ state: 'sending' }]);
  },
);

test('zero slots block, and unknown ones don’t', () => {
  expect(areSlotsFull(0, 0)).toBe(true);
  expect(areSlotsFull(null, 9)).toBe(false);
});
