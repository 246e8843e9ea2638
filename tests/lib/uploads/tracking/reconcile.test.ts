import { describe, expect, test } from 'vitest';
import { Changes } from '../../../../lib/uploads/changes.ts';
import { createMemoryStore } from '../../../../lib/uploads/storage/memory-store.ts';
import { reconcile } from '../../../../lib/uploads/tracking/reconcile.ts';
import type { NamedTransfer } from '../../../../lib/uploads/transfer-listing.ts';
import { shownStates, type Upload } from '../../../../lib/uploads/upload.ts';
import {
  accountId,
  createFakeFrozenArea,
  listedTransfer,
  putUploads,
  runningUpload,
  sampleUpload,
} from '../samples.ts';

/** Applies a list of transfers. Returns all uploads afterwards, and the events. */
async function reconciled(
  uploads: readonly Upload[],
  listed: readonly NamedTransfer[],
  { nowMs = 3_000, startedAtMs = 2_900, skipped = 0 } = {},
) {
  const store = createMemoryStore(createFakeFrozenArea());
  await putUploads(store, ...uploads);
  const changes = new Changes(nowMs);
  const ids = await store.transact('write', (tx) =>
    reconcile(tx, changes, accountId, Object.assign([...listed], { skipped, unnamed: [] }), startedAtMs),
  );
  return store.transact('read', async (tx) => ({
    uploads: await tx.listInStates(accountId, [...shownStates, 'archived']),
    events: await tx.listPendingEvents(100),
    ids: Object.fromEntries(ids),
    hasChanges: changes.hasChanges,
  }));
}

test('a new transfer that failed without a reason is the same in the next list', async () => {
  const failed = [listedTransfer({ phase: 'error', status: 'ERROR' })];
  const { uploads } = await reconciled([], failed);
  expect(uploads).toMatchObject([{ state: 'failed', failure: { code: 'transfer-failed', msg: null } }]);
  expect((await reconciled(uploads, failed)).hasChanges).toBe(false);
});

test('a listed transfer is updated, and unchanged without news', async () => {
  const accepted = runningUpload({ state: 'accepted' });
  const { uploads, ids } = await reconciled([accepted], [listedTransfer()]);
  expect(uploads).toMatchObject([{ id: 'one', state: 'running', changedAtMs: 3_000 }]);
  expect(ids).toEqual({ one: 'one' });
  expect((await reconciled([runningUpload()], [listedTransfer()])).hasChanges).toBe(false);
});

test('Linkhaul’s address and title are kept, because they are better than the service’s', async () => {
  const { uploads } = await reconciled(
    [runningUpload({ url: 'https://a/%20', title: 'Mine', state: 'accepted' })],
    [listedTransfer({ remoteUrl: 'https://a/ ' })],
  );
  expect(uploads).toMatchObject([{ url: 'https://a/%20', title: 'Mine', state: 'running' }]);
});

test('the failure of a deleted transfer doesn’t belong to an upload that got its code since', async () => {
  const accepted = runningUpload({ state: 'accepted', changedAtMs: 2_950 });
  const failed = [listedTransfer({ phase: 'error', status: 'error' })];
  expect((await reconciled([accepted], failed)).uploads).toEqual([accepted]);
  const { uploads } = await reconciled([accepted], failed, { startedAtMs: 2_960 });
  expect(uploads).toMatchObject([{ state: 'failed' }]);
});

describe('a transfer that is no longer listed', () => {
  test('is unchanged while an entry of the list can’t be read', async () => {
    const { uploads } = await reconciled([runningUpload()], [], { skipped: 1 });
    expect(uploads).toMatchObject([{ state: 'running' }]);
  });

  test('is ignored if the list was requested before the upload was accepted', async () => {
    const { uploads } = await reconciled([runningUpload({ changedAtMs: 2_950 })], []);
    expect(uploads).toMatchObject([{ state: 'running' }]);
  });

  test('is ignored if it is already being verified, has ended, or is a local file', async () => {
    const verification = { misses: 2, nextAtMs: 9_000 };
    const uploads = [
      runningUpload({ id: 'a', fileCode: 'a', state: 'verifying', verification }),
      runningUpload({ id: 'b', fileCode: 'b', state: 'verifying', source: 'file', verification }),
      runningUpload({ id: 'c', fileCode: 'c', state: 'vanished' }),
      runningUpload({ id: 'd', fileCode: 'd', state: 'done' }),
    ];
    expect((await reconciled(uploads, [])).hasChanges).toBe(false);
  });

  test.each(['retry', 'fetch', 'dismiss'] as const)(
    'isn’t searched for if it was deleted; the intent %s decides',
    async (intent) => {
      const failed = runningUpload({ state: 'failed', intent });
      expect((await reconciled([failed], [])).uploads).toMatchObject([{ intent, verification: null }]);
    },
  );

  test('is tracked again when it is listed again', async () => {
    const verification = { misses: 2, nextAtMs: 1 };
    const verifying = runningUpload({ id: 'a', fileCode: 'a', state: 'verifying', verification });
    const vanished = runningUpload({ id: 'b', fileCode: 'b', state: 'vanished', endedAtMs: 2_000 });
    const listed = ['a', 'b'].map((fileCode) => listedTransfer({ fileCode }));
    const { uploads } = await reconciled([verifying, vanished], listed);
    expect(uploads.map(({ state, verification: next, endedAtMs }) => [state, next, endedAtMs])).toEqual([
      ['running', null, null],
      ['running', null, null],
    ]);
  });
});

describe('a transfer that was started outside Linkhaul', () => {
  test('is added; an older failure causes no event', async () => {
    const { uploads, events, ids } = await reconciled(
      [],
      [
        listedTransfer({ fileCode: 'new', folderId: '5' }),
        listedTransfer({ status: 'No such host', phase: 'error' }),
      ],
    );
    expect(uploads).toMatchObject([
      { source: 'external', state: 'running', fileCode: 'new', folder: { id: '5' }, claim: null },
      { source: 'external', state: 'failed', failure: { code: 'transfer-failed', msg: 'No such host' } },
    ]);
    expect(events).toEqual([]);
    expect(ids['new']).toBe(uploads[0]?.id);
  });

  test('is one upload, however often it is listed, and is tracked like any other', async () => {
    const [first] = (await reconciled([], [listedTransfer()])).uploads;
    const known = first ? [first] : [];
    const later = { nowMs: 4_000, startedAtMs: 3_900 };
    expect((await reconciled(known, [listedTransfer()], later)).uploads).toEqual([first]);
    const left = await reconciled(known, [], later);
    expect(left.uploads).toMatchObject([{ state: 'verifying' }]);
  });

  test('may belong to an upload that is sending or uncertain, and is not assigned yet', async () => {
    for (const state of ['sending', 'deferred', 'uncertain'] as const) {
      const pending = sampleUpload({ state });
      const { uploads, hasChanges } = await reconciled(
        [pending],
        [listedTransfer({ remoteUrl: `${pending.url} ` })],
      );
      expect(uploads).toEqual([pending]);
      expect(hasChanges).toBe(false);
    }
  });

  test.each([
    ['short', 1_500, 0],
    ['long', 1_500, 2_000],
    ['many', 80_000, 0],
  ])('is dropped beyond some bytes, before any of Linkhaul’s own: %s', async (_, count, length) => {
    const listed = Array.from({ length: count }, (_, at) =>
      listedTransfer({ fileCode: `${at}`, remoteUrl: `https://a/${at}?${'x'.repeat(length)}` }),
    );
    const last = listedTransfer({ fileCode: 'own', status: 'error', phase: 'error' });
    const { uploads } = await reconciled([runningUpload({ fileCode: 'own' })], [...listed, last]);
    expect(JSON.stringify(uploads).length).toBeLessThan(1_500_000);
    expect(uploads.length).toBeGreaterThan(200);
    expect(uploads.find(({ fileCode }) => fileCode === 'own')).toMatchObject({ state: 'failed' });
  });
});

test('an archived upload remains archived while it is listed, and a failed one is shown again when it is active', async () => {
  const failure = { code: 'transfer-failed', msg: null } as const;
  const archived = runningUpload({ state: 'archived', failure });
  const error = listedTransfer({ status: 'error', phase: 'error' });
  expect((await reconciled([archived], [error])).uploads).toEqual([archived]);
  expect((await reconciled([archived], [listedTransfer()])).uploads).toMatchObject([{ state: 'running' }]);
  const done = runningUpload({ state: 'done' });
  expect((await reconciled([done], [listedTransfer()])).uploads).toEqual([done]);
});
