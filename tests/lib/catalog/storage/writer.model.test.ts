/**
 * Random changes, some of them concurrent, with workers that die in between. After each one, the disk, two readers and the writer agree
 * with a model of plain maps.
 */
import fc from 'fast-check';
import { expect, onTestFinished, test } from 'vitest';
import type { Snapshot } from '../../../../lib/catalog/query/snapshot.ts';
import {
  type CatalogDatabase,
  createCatalogDatabase,
} from '../../../../lib/catalog/storage/catalog-database.ts';
import { createCatalogReader } from '../../../../lib/catalog/storage/reader.ts';
import { type CatalogWriter, createCatalogWriter } from '../../../../lib/catalog/storage/writer.ts';
import { createDatabaseName } from '../../storage/fake-database-name.ts';
import { CatalogModel, changes } from './catalog-model.ts';

const accounts = ['one', 'two'] as const;

/** Changes made without waiting for each other. The worker may end afterwards. */
const scripts = fc.array(
  fc.record({
    calls: fc.array(
      fc.record({
        accountId: fc.constantFrom(...accounts),
        change: changes,
        state: fc.option(fc.jsonValue({ maxDepth: 1 }), { nil: undefined }),
        isRemoved: fc.nat(30).map((dice) => dice === 0),
        isBroken: fc.nat(10).map((dice) => dice === 0),
      }),
      { minLength: 1, maxLength: 4 },
    ),
    dies: fc.boolean(),
  }),
  { maxLength: 6 },
);

test('disk, readers and writer always equal the model', async () => {
  await fc.assert(
    fc.asyncProperty(scripts, async (steps) => {
      const db = createCatalogDatabase(createDatabaseName());
      onTestFinished(() => db.close());
      let writer = createCatalogWriter(db);
      const reader = createCatalogReader(db);
      const models = new Map(accounts.map((id) => [id, new CatalogModel()]));
      const fileIds = new Map<string, string>();
      for (const { calls, dies } of steps) {
        const answers = calls.map(async ({ accountId, change, state, isRemoved, isBroken }) => {
          if (isRemoved) return writer.removeAccount(accountId);
          if (!isBroken) return writer.apply(accountId, change, state);
          // If the state can't be stored, nothing of the change may be stored either.
          return writer.apply(accountId, change, () => {}).catch((error: Error) => error.name);
        });
        const expected = calls.map(({ accountId, change, state, isRemoved, isBroken }) => {
          const model = models.get(accountId);
          if (isBroken && !isRemoved) return 'DataCloneError';
          if (!isRemoved) return model?.apply(change, state);
          for (const key of fileIds.keys()) if (key.startsWith(`${accountId} `)) fileIds.delete(key);
          return model?.clear();
        });
        expect(await Promise.all(answers)).toEqual(expected);
        if (dies) writer = createCatalogWriter(db);
        for (const [accountId, model] of models) {
          const snapshot = await reader.read(accountId);
          await expectModel(snapshot, reader, model);
          await expectModel(await createCatalogReader(db).read(accountId), reader, model);
          await expectWriter(writer, accountId, model);
          expectFileIdsKept(snapshot, fileIds);
        }
        await expectNothingElse(db, models);
      }
    }),
    { numRuns: 30 },
  );
}, 30_000);

async function expectModel(
  snapshot: Snapshot,
  reader: ReturnType<typeof createCatalogReader>,
  model: CatalogModel,
) {
  const fileIds = [...snapshot.fileIds()];
  const files = fileIds.map((fileId) => snapshot.file(fileId));
  const byCode = (one: { fileCode: string } | null, other: { fileCode: string } | null) =>
    (one?.fileCode ?? '') < (other?.fileCode ?? '') ? -1 : 1;
  expect([...files].sort(byCode)).toEqual([...model.files.values()].map(({ file }) => file).sort(byCode));
  expect(snapshot.size).toBe(model.files.size);
  const addresses = await reader.addresses(snapshot.accountId, fileIds);
  for (const [at, file] of files.entries()) {
    expect(addresses[at]).toEqual(model.files.get(file?.fileCode ?? '')?.addresses);
    expect(snapshot.fileId(file?.fileCode ?? '')).toBe(fileIds[at]);
  }
  expect(snapshot.fileId('no such code')).toBe(null);
  expect(new Map(snapshot.folders)).toEqual(model.folders);
  expect(snapshot.syncStatus).toMatchObject({ files: model.files.size, folders: model.folders.size });
  for (const id of ['0', '1', '', ...model.folders.keys()]) {
    const inside = files.filter((file) => file?.folderId === id);
    expect(snapshot.filesIn(id)).toBe(inside.length);
    expect(snapshot.fileIds({ folderId: id })).toHaveLength(inside.length);
    const path = model.folders.has(id) ? model.above(id).filter((each) => model.folders.has(each)) : [];
    expect(snapshot.getPath(id).map((folder) => folder.id)).toEqual(path.reverse());
  }
}

async function expectWriter(writer: CatalogWriter, accountId: string, model: CatalogModel) {
  expect(await writer.state(accountId)).toEqual(model.state);
  expect(new Map(await writer.folders(accountId))).toEqual(model.folders);
  const codesWhere = (fits: (code: string) => boolean) => [...model.files.keys()].filter(fits).sort();
  for (const pass of [0, 2]) {
    const unseen = await writer.unseen(accountId, pass);
    expect([...unseen].sort()).toEqual(codesWhere((code) => model.files.get(code)?.pass !== pass));
  }
  const inside = await writer.filesIn(accountId, '1');
  expect([...inside].sort()).toEqual(codesWhere((code) => model.files.get(code)?.file.folderId === '1'));
  const asked = ['a', 'no such code', 'a\nb', 'a\\nb'];
  expect(await writer.files(accountId, asked)).toEqual(
    asked.flatMap((code) => model.files.get(code)?.file ?? []),
  );
}

/** An id belongs to one file forever, and a file keeps its id. */
function expectFileIdsKept(snapshot: Snapshot, fileIds: Map<string, string>) {
  for (const fileId of snapshot.fileIds()) {
    const [key, code] = [`${snapshot.accountId} ${fileId}`, snapshot.file(fileId)?.fileCode ?? ''];
    expect(fileIds.get(key) ?? code).toBe(code);
    fileIds.set(key, code);
  }
}

async function expectNothingElse(db: CatalogDatabase, models: ReadonlyMap<string, CatalogModel>) {
  const lists = await db.use((open) => open.getAll('folderLists'));
  expect(lists.flatMap(({ folders }) => folders)).toHaveLength(
    [...models.values()].reduce((sum, { folders }) => sum + folders.size, 0),
  );
  expect(lists.filter(({ folders }) => folders.length === 0)).toEqual([]);
}
