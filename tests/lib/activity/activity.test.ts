/** `fake-indexeddb` stands in for the one thing that Node does not have. */
import 'fake-indexeddb/auto';
import { expect, onTestFinished, test } from 'vitest';
import { createActivity, entriesKept, type Subject } from '../../../lib/activity/activity.ts';
import { openActivityStore } from '../../../lib/activity/store.ts';

const subject: Subject = {
  ...{ accountId: 'account', url: 'https://files.example/one.mp4', title: 'Ocean Film', folderId: '5' },
  ...{ folderName: 'Holidays', fileCode: 'abc', msg: null, private: false },
};

async function setUp() {
  const store = await openActivityStore(crypto.randomUUID());
  onTestFinished(() => store.close());
  let now = 0;
  const seen = { changes: 0 };
  const activity = createActivity({
    store,
    clock: () => {
      now += 1;
      return now;
    },
    onChange: () => {
      seen.changes += 1;
    },
  });
  return { activity, seen };
}

test('what happened last comes first, in pages', async () => {
  const { activity } = await setUp();
  for (const kind of ['sent', 'done', 'failed'] as const) await activity.record(kind, subject, null);
  const [last, before] = await activity.list({ limit: 2 });
  expect([last?.kind, before?.kind]).toEqual(['failed', 'done']);
  expect(last).toMatchObject({ at: 3, folderName: 'Holidays', url: subject.url });
  expect((await activity.list({ before: before?.id ?? 0 })).map(({ kind }) => kind)).toEqual(['sent']);
  expect(await activity.list({ limit: 0 })).toEqual([]);
});

test('is found by words in any case, wherever they stand, and by its kind', async () => {
  const { activity } = await setUp();
  await activity.record('sent', subject, null);
  await activity.record('refused', { ...subject, title: null, folderName: null, msg: 'Not allowed' }, null);
  const found = async (text: string) => (await activity.list({ text })).map(({ kind }) => kind);
  expect(await found('FILM holidays')).toEqual(['sent']);
  expect(await found('allowed')).toEqual(['refused']);
  expect(await found('one.mp4  ABC')).toEqual(['refused', 'sent']);
  expect(await found('ocean allowed')).toEqual([]);
  expect((await activity.list({ kinds: ['sent'] })).map(({ kind }) => kind)).toEqual(['sent']);
});

test('news that is told twice makes one entry', async () => {
  const { activity, seen } = await setUp();
  await activity.record('done', subject, 'done abc');
  await activity.record('done', subject, 'done abc');
  await activity.record('failed', subject, 'failed abc');
  expect((await activity.list()).map(({ kind }) => kind)).toEqual(['failed', 'done']);
  expect(seen.changes).toBe(2);
});

test('nothing of private windows is written down', async () => {
  const { activity, seen } = await setUp();
  await activity.record('sent', { ...subject, private: true }, null);
  expect(await activity.list()).toEqual([]);
  expect(seen.changes).toBe(0);
});

test('the last thousand are kept', async () => {
  const { activity } = await setUp();
  for (let n = 1; n <= entriesKept + 3; n += 1)
    await activity.record('sent', { ...subject, title: `${n}` }, null);
  const titles = (await activity.list()).map(({ title }) => Number(title));
  expect(titles).toHaveLength(entriesKept);
  expect([titles[0], titles.at(-1)]).toEqual([entriesKept + 3, 4]);
});

test('can be cleared; ids go on', async () => {
  const { activity, seen } = await setUp();
  await activity.record('sent', subject, 'ref');
  const [first] = await activity.list();
  await activity.clear();
  expect(await activity.list()).toEqual([]);
  await activity.record('sent', subject, 'ref');
  expect((await activity.list())[0]?.id).toBeGreaterThan(first?.id ?? Number.POSITIVE_INFINITY);
  expect(seen.changes).toBe(3);
});
