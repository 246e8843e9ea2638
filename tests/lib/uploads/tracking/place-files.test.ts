/** Links with a title, at a host that doesn't accept titles with links. */
import { expect, test } from 'vitest';
import type { Fault } from '../../fake-network.ts';
import { setUp, to, url } from '../set-up.ts';

async function sent(changes: Parameters<typeof setUp>[0] = {}, title = 'The talk') {
  const world = setUp({ takesTitles: false, transferMs: 10, ...changes });
  const { added } = await world.uploads.add([{ url: url('talk_2020'), title }], to);
  const id = added[0]?.id ?? '';
  const stored = () => world.store.transact('read', (tx) => tx.get(id));
  /** Polls as often as needed, at the longest interval. */
  const pollToEnd = async (stepMs = 130_000) => {
    for (let polls = 0; polls < 20 && (await stored())?.state !== 'done'; polls += 1) {
      const polled = world.uploads.poll('account');
      await world.time.advance(30_000);
      await polled;
      await world.time.advance(stepMs);
    }
  };
  const renames = () => world.service.countRequests('file/rename');
  const titles = () => [...world.service.files.values()].map((file) => file.title);
  return { ...world, id, stored, pollToEnd, renames, titles };
}

test('a title is set once the file exists, and the upload is done when it was read back', async () => {
  const { run, stored, pollToEnd, renames, titles, events } = await sent();
  await run(500);
  expect((await stored())?.title).toBe('The talk');
  await pollToEnd();
  expect(await stored()).toMatchObject({ state: 'done', title: 'The talk', failure: null });
  expect(titles()).toEqual(['The talk']);
  expect(renames()).toBe(1);
  expect((await events()).at(-1)).toMatchObject({ kind: 'done', title: 'The talk' });
});

test.each([
  ['as the host has titles', { rewritesTitles: true }, 'Talk 2020'],
  ['with the ending', {}, 'talk_2020.mp4'],
])('a file that already has its title isn’t renamed, %s', async (_, rules, title) => {
  const { run, stored, pollToEnd, renames } = await sent(rules, title);
  await run(500);
  await pollToEnd();
  expect((await stored())?.state).toBe('done');
  expect(renames()).toBe(0);
});

test('files keep their titles if the host accepts titles with links', async () => {
  const { run, stored, pollToEnd, renames } = await sent({ takesTitles: true });
  await run(500);
  await pollToEnd();
  expect((await stored())?.state).toBe('done');
  expect(renames()).toBe(0);
});

test.each<[Fault, boolean]>([
  ['html-before', false],
  ['html-after', false],
  ['reset-after', false],
  ['late', false],
  ['odd-words', false],
  ['no-effect', false],
  ['html-before', true],
  ['no-effect', true],
])(
  'a title is finally set if one request for it fails (%s; kept in the list: %s)',
  async (fault, keepsFinished) => {
    const { run, stored, pollToEnd, titles, service, time, uploads } = await sent({ keepsFinished });
    await run(500);
    service.lastingFaults['file/rename'] = fault;
    const polled = uploads.poll('account');
    await time.advance(60_000);
    await polled;
    expect((await stored())?.state).not.toBe('done');
    delete service.lastingFaults['file/rename'];
    await pollToEnd();
    expect(titles()).toEqual(['The talk']);
    expect(await stored()).toMatchObject({ state: 'done', failure: null });
  },
);

test.each<[Fault, boolean]>([
  ['no-effect', false],
  ['odd-words', false],
  ['html-before', false],
  ['no-effect', true],
  ['html-before', true],
])(
  'an upload is done without its title if that never works (%s; kept in the list: %s), and says so',
  async (fault, keepsFinished) => {
    const { run, stored, pollToEnd, renames, service } = await sent({ keepsFinished });
    service.lastingFaults['file/rename'] = fault;
    await run(500);
    await pollToEnd(3_700_000);
    expect(await stored()).toMatchObject({
      state: 'done',
      title: 'talk_2020.mp4',
      failure: { code: 'not-renamed' },
    });
    expect(renames()).toBeLessThan(12);
  },
);

test('an upload is soon done without its title if the service reports no transfers', async () => {
  const { run, stored, pollToEnd, renames, service } = await sent();
  service.lastingFaults['file/rename'] = 'no-effect';
  service.lastingFaults['urlupload/list'] = 'html-before';
  service.lastingFaults['urlupload/status'] = 'html-before';
  await run(500);
  await pollToEnd();
  expect(await stored()).toMatchObject({ state: 'done', failure: { code: 'not-renamed' } });
  expect(renames()).toBeLessThan(7);
});

test('a link without a response is found by the title that the host chooses, and not sent again', async () => {
  const { runToEnd, pollToEnd, stored, service, sends, titles } = await sent();
  service.faults = ['reset-after'];
  await runToEnd();
  expect(await stored()).toMatchObject({ fileCode: service.codesOf(url('talk_2020'))[0] });
  await pollToEnd();
  expect(titles()).toEqual(['The talk']);
  expect(sends()).toBe(1);
});
