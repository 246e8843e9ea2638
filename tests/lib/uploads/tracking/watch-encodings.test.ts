import { expect, test, vi } from 'vitest';
import { ApiError, type ApiErrorCode, type FileInfo } from '../../../../lib/api/index.ts';
import { encodingPoll } from '../../../../lib/timing/policies.ts';
import { createMemoryStore } from '../../../../lib/uploads/storage/memory-store.ts';
import { createTrackingStore } from '../../../../lib/uploads/tracking/progress.ts';
import { createEncodingWatch } from '../../../../lib/uploads/tracking/watch-encodings.ts';
import { fakeClient } from '../../fake-service.ts';
import { accountId, createFakeFrozenArea, putUploads, runningUpload } from '../samples.ts';

const entry = (progress: number) => ({
  fileCode: 'one',
  title: 'Film',
  quality: 'n',
  status: 'ENCODING',
  progress,
  link: null,
});

/** A file that is 40 % encoded, and its upload. Each poll finds the encoding at its end. */
async function setUp(info: (codes: readonly string[]) => Promise<readonly FileInfo[]>) {
  const area = createFakeFrozenArea();
  const [store, tracking] = [createMemoryStore(area), createTrackingStore(area)];
  const watch = createEncodingWatch({ store, clock: () => 1, onChange: () => {} }, tracking);
  const client = fakeClient({ files: { encodings: async () => [entry(100)], info } });
  await putUploads(store, runningUpload({ state: 'done', canPlay: false }));
  await watch.watch(accountId, ['one'], [entry(40)]);
  return {
    poll: () => watch.poll(accountId, client),
    isWatched: async () => (await tracking.get()).encodings[accountId] !== undefined,
    read: () =>
      store.transact('read', async (tx) => ({
        canPlay: (await tx.get('one'))?.canPlay,
        events: (await tx.listPendingEvents(10)).map(({ kind }) => kind),
      })),
  };
}

const failure = (code: ApiErrorCode) =>
  new ApiError(code, 'No', { endpoint: 'file/info', msg: null, status: null, mayHaveTakenEffect: false });
const fileCode = 'one';

test.each<[what: string, unread: () => Promise<readonly FileInfo[]>]>([
  ['the call fails', () => Promise.reject(failure('invalid-response'))],
  ['it fails', async () => [{ found: false, fileCode, msg: null, error: failure('invalid-response') }]],
])(
  'a file that can’t be read at the end of its encoding, because %s, is read at a later poll',
  async (_, unread) => {
    let isReadable = false;
    const playable = { found: true, fileCode, canPlay: true } as FileInfo;
    const { poll, isWatched, read } = await setUp(async () => (isReadable ? [playable] : unread()));
    await poll();
    expect([await isWatched(), await read()]).toEqual([true, { canPlay: false, events: [] }]);
    isReadable = true;
    await poll();
    expect([await isWatched(), await read()]).toEqual([false, { canPlay: true, events: ['encoded'] }]);
  },
);

test('a file that can never be read is watched for a few polls', async () => {
  const info = vi.fn(() => Promise.reject(failure('refused')));
  const { poll, isWatched } = await setUp(info);
  for (let polls = 0; polls < 10; polls += 1) await poll();
  expect([await isWatched(), info.mock.calls.length]).toEqual([false, encodingPoll.attempts]);
});

test('a poll fails with the account', async () => {
  const { poll, isWatched } = await setUp(() => Promise.reject(failure('network')));
  await expect(poll()).rejects.toMatchObject({ code: 'network' });
  expect(await isWatched()).toBe(true);
});
