/** Jobs that the background starts, where a store fails or hangs. */
import { expect, it, vi } from 'vitest';
import { startAllWork, type WorkNeeds } from '../../../../lib/background/actions/account-work.ts';
import { type ChooseNeeds, choose } from '../../../../lib/background/actions/choose.ts';
import { readShortlist } from '../../../../lib/folders/shortlist.ts';
import { StorageError } from '../../../../lib/storage/database.ts';
import { sampleUpload } from '../../uploads/samples.ts';

const movies = { id: '7', name: 'Movies' };
const films = { id: '8', name: 'Films' };
const file = { fileCode: 'f1', title: 'Film', folderId: films.id };

function setUp() {
  const faults: unknown[] = [];
  const parts = {
    bulk: { start: vi.fn(async () => '1'), nameSource: vi.fn(async () => null) },
    catalogStore: { folders: vi.fn() },
    ports: { onFault: (fault: unknown) => void faults.push(fault) },
    scheduler: { runAction: <T>(_: readonly string[], action: () => Promise<T>) => action() },
    shortlists: { get: async () => readShortlist(undefined), recordUse: async () => {} },
  };
  return { ...parts, faults, context: parts as unknown as WorkNeeds };
}

it('starts and ends its message while the catalog hangs, and gets the name of the source when it responds', async () => {
  const { bulk, catalogStore, context, faults } = setUp();
  const catalog = Promise.withResolvers<ReadonlyMap<string, typeof films>>();
  catalogStore.folders.mockReturnValue(catalog.promise);
  const move = { kind: 'move', files: [file], folder: movies } as const;
  expect(await startAllWork(context, 'account', [move, { kind: 'delete', files: [file] }])).toHaveLength(2);
  expect(bulk.nameSource).not.toHaveBeenCalled();
  catalog.resolve(new Map([[films.id, films]]));
  await expect.poll(() => bulk.nameSource.mock.calls).toEqual([['1', films]]);
  expect(faults).toEqual([]);
});

it('changes no link if one job can’t be started, because a failure has no Undo', async () => {
  const { bulk, context } = setUp();
  const arrived = sampleUpload({ id: 'arrived', state: 'done', fileCode: 'f1', arrivedAtMs: 1 });
  const all = [sampleUpload({ id: 'queued', state: 'queued' }), arrived];
  const find = (ids: readonly string[]) => all.filter(({ id }) => ids.includes(id));
  const uploads = {
    read: async (ids: readonly string[]) => find(ids),
    choose: vi.fn(async (choices: readonly { id: string }[]) => find(choices.map(({ id }) => id))),
  };
  const failure = new StorageError('linkhaul-bulk', 'damaged');
  bulk.start.mockRejectedValueOnce(failure);
  const needs: ChooseNeeds = { ...context, uploads: uploads as unknown as ChooseNeeds['uploads'] };
  const choices = all.map(({ id }) => ({ id, folder: movies }));
  await expect(choose(needs, { choices })).rejects.toBe(failure);
  expect(uploads.choose.mock.calls.flat(2).map(({ id }) => id)).not.toContain('queued');
  expect((await choose(needs, { choices })).undo).toHaveLength(2);
});
