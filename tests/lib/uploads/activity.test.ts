/** `fake-indexeddb` is the one thing that Node does not have. */
import 'fake-indexeddb/auto';
import { expect, onTestFinished, test } from 'vitest';
import type { StorageArea } from '../../../lib/storage/stored.ts';
import { listActivity } from '../../../lib/uploads/activity.ts';
import type { NewEvent } from '../../../lib/uploads/event.ts';
import { createUploadsDatabase } from '../../../lib/uploads/storage/database.ts';

const session: StorageArea = { get: async () => ({}), set: async () => {}, remove: async () => {} };

const event: NewEvent = {
  ...{ atMs: 1, kind: 'sent', accountId: 'account', uploadId: 'upload', source: 'link', private: false },
  ...{ url: 'https://files.example/one.mp4', title: 'Ocean Film', folderId: '5', folderName: 'Holidays' },
  ...{ fileCode: 'abc', code: null, msg: null, ref: null },
};

async function setUp(...changes: readonly Partial<NewEvent>[]) {
  const database = createUploadsDatabase(crypto.randomUUID());
  onTestFinished(() => database.close());
  await database.use(async (db) => {
    for (const change of changes) await db.add('events', { ...event, ...change });
  });
  return {
    list: (query?: Parameters<typeof listActivity>[2]) => listActivity(database, session, query),
    kinds: async (query?: Parameters<typeof listActivity>[2]) =>
      (await listActivity(database, session, query)).map(({ kind }) => kind),
  };
}

test('what happened last comes first, in pages', async () => {
  const { list, kinds } = await setUp({ kind: 'sent' }, { kind: 'done' }, { kind: 'failed', atMs: 3 });
  const [last, before] = await list({ limit: 2 });
  expect([last?.kind, before?.kind]).toEqual(['failed', 'done']);
  expect(last).toMatchObject({ atMs: 3, folderName: 'Holidays', url: event.url });
  expect(await kinds({ before: before?.id ?? 0 })).toEqual(['sent']);
  expect(await kinds({ limit: 0 })).toEqual([]);
});

test('is found by words in any case, wherever they are, and by its kind', async () => {
  const refusal: Partial<NewEvent> = { kind: 'refused', title: null, folderName: null, msg: 'Not allowed' };
  const { kinds } = await setUp({ kind: 'sent' }, refusal);
  expect(await kinds({ text: 'FILM holidays' })).toEqual(['sent']);
  expect(await kinds({ text: 'allowed' })).toEqual(['refused']);
  expect(await kinds({ text: 'one.mp4  ABC' })).toEqual(['refused', 'sent']);
  expect(await kinds({ text: 'ocean allowed' })).toEqual([]);
  expect(await kinds({ kinds: ['sent'] })).toEqual(['sent']);
});

test('leaves out private windows, transfers of others, and accounts on hold', async () => {
  const { kinds } = await setUp(
    { private: true },
    { source: 'elsewhere' },
    { kind: 'blocked' },
    { kind: 'done' },
  );
  expect(await kinds()).toEqual(['done']);
});
