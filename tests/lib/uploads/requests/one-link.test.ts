/** A response that concerns one link doesn't block other links. */
import { expect, test } from 'vitest';
import { setUp, to } from '../set-up.ts';

const url = (name: string) => `https://files.example/${name}.mp4`;

test.each(['denied', 'put-off', 'used-up'])(
  'a link that gets the response “%s” blocks no other',
  async (name) => {
    const { uploads, service, time, run } = setUp();
    await uploads.add(
      [name, '1', '2', '3'].map((each) => ({ url: url(each) })),
      to,
    );
    const endMs = time.nowMs + 30 * 60_000;
    while (time.nowMs < endMs) {
      const atMs = await run(1_000);
      if (atMs === null) break;
      await time.advance(Math.max(0, Math.min(atMs, endMs) - time.nowMs));
    }
    expect([...service.taken.keys()]).toEqual(['1', '2', '3'].map(url));
  },
);

test('a denied link is retried several times, and then refused with the service’s message', async () => {
  const { uploads, service, runToEnd, pending, sends, accountStatus } = setUp();
  await uploads.add([{ url: url('denied') }], to);
  await runToEnd();
  expect(await pending()).toMatchObject([{ state: 'refused', failure: { code: 'refused' } }]);
  expect(sends()).toBe(6);
  expect(accountStatus.peek('account')).toMatchObject({ reason: 'service', isForLinksOnly: true });
  expect(service.taken.size).toBe(0);
});

test('if every link is denied, the others wait for the response to one', async () => {
  const { uploads, run, time, sends, pending } = setUp();
  await uploads.add(
    Array.from({ length: 100 }, (_, at) => ({ url: url(`denied${at}`) })),
    to,
  );
  const endMs = time.nowMs + 3_600_000;
  while (time.nowMs < endMs) await time.advance(Math.max(0, ((await run(2_000)) ?? 0) - time.nowMs));
  expect(sends()).toBeLessThan(60);
  expect(await pending()).toHaveLength(100);
});

test.each(['html-before', 'denied'] as const)(
  'slots that can’t be read (%s) block no link',
  async (fault) => {
    const { uploads, service, accountStatus, runToEnd } = setUp();
    service.lastingFaults['urlupload/slots'] = fault;
    await uploads.add([{ url: url('1') }, { url: url('2') }], to);
    await accountStatus.backOffLinks('account', 'slots', null);
    await runToEnd();
    expect([...service.taken.keys()]).toEqual(['1', '2'].map(url));
  },
);
