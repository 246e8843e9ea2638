/** Lists with entries that cannot be read: they prove no absence. */
import { expect, test } from 'vitest';
import { formatDate } from '../../fake-service.ts';
import { setUp, to, url } from '../set-up.ts';

test('a file that was found counts, even if the transfers cannot be read', async () => {
  const { uploads, service, pending, eventKinds, runToEnd } = setUp({
    unreadable: 'transfers',
    transferMs: 10,
  });
  service.addTransfer('https://elsewhere.example/failing');
  service.faults = ['reset-after', 'reset-before'];
  await uploads.add([{ url: url('mine') }], to);
  await runToEnd();
  expect(await pending()).toEqual([]);
  expect((await eventKinds()).at(-1)).toBe('sent');
});

test.each([
  ['that ignores minutes in lists', { ignoresMinutes: true }, 187 * 60_000],
  ['without a clock', { tellsTime: false }, 30_000],
])('a file from before is no evidence at a service %s', async (_, rules, ageMs) => {
  const { uploads, service, time, all, runToEnd } = setUp(rules);
  service.addFile('mine', { visibleAtMs: time.nowMs - ageMs });
  service.faults = ['reset-before'];
  await uploads.add([{ url: url('mine') }], to);
  await runToEnd();
  const [upload] = await all();
  expect(upload?.state === 'uncertain' || service.taken.size === 1).toBe(true);
});

test('a link whose transfer has no code yet is neither sent again nor asked about, and found in the end', async () => {
  const { uploads, service, time, all, run, sends } = setUp({ transferMs: 7_200_000, unnamedMs: 3_600_000 });
  service.faults = ['reset-after'];
  await uploads.add([{ url: url('mine') }], to);
  const startMs = time.nowMs;
  while (time.nowMs - startMs < 3_000_000) {
    const atMs = await run(2_000);
    const [upload] = await all();
    expect(upload).toMatchObject({ state: 'uncertain', uncertainty: { nextCheckAtMs: expect.any(Number) } });
    await time.advance(Math.max(0, (atMs ?? 0) - time.nowMs));
  }
  expect(service.countRequests('urlupload/list')).toBeLessThan(80);
  await time.advance(1_000_000);
  await run(2_000);
  expect(await all()).toMatchObject([{ state: 'accepted', fileCode: service.codesOf(url('mine'))[0] }]);
  expect(sends()).toBe(1);
});

test('a file since the sending is evidence, whatever the time zone of its date', async () => {
  const { uploads, service, time, all, runToEnd } = setUp({ transferMs: 10 });
  service.faults = ['reset-after'];
  await uploads.add([{ url: url('mine') }], to);
  const running = runToEnd(1_000);
  await time.advance(1_000);
  for (const file of service.files.values()) file.uploaded = formatDate(time.nowMs - 5.5 * 3_600_000);
  await running;
  expect(await all()).toMatchObject([{ fileCode: service.codesOf(url('mine'))[0] }]);
});
