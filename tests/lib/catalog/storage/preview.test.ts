/** The preview of an account: its newest files, before all are read. */
import fc from 'fast-check';
import { expect, onTestFinished, test } from 'vitest';
import { blockSize } from '../../../../lib/catalog/columns/block-size.ts';
import type { Snapshot } from '../../../../lib/catalog/query/snapshot.ts';
import { createCatalogDatabase } from '../../../../lib/catalog/storage/catalog-database.ts';
import { createCatalogReader } from '../../../../lib/catalog/storage/reader.ts';
import { createCatalogWriter } from '../../../../lib/catalog/storage/writer.ts';
import { countRuns } from '../../../properties.ts';
import { formatDate } from '../../fake-service.ts';
import { createDatabaseName } from '../../storage/fake-database-name.ts';
import { sampleEntry } from './on-disk.ts';

const id = 'account';
/** As in `reader.ts`. */
const previewSize = 200;
const blocks = 6;

/** @param minute when it was uploaded. Null: unknown */
const entry = (at: number, minute: number | null) =>
  sampleEntry(`f${at}`, { uploaded: minute === null ? null : formatDate(minute * 60_000) });

function setUp() {
  const db = createCatalogDatabase(createDatabaseName());
  onTestFinished(() => db.close());
  return { db, writer: createCatalogWriter(db), newReader: () => createCatalogReader(db) };
}

const newest = (snapshot: Snapshot | null) =>
  snapshot &&
  [...snapshot.sorted(snapshot.fileIds(), { column: 'uploaded', descending: true })].slice(0, previewSize);

type CatalogReader = ReturnType<typeof createCatalogReader>;

async function expectNewest(reader: CatalogReader, whole: CatalogReader): Promise<Snapshot | null> {
  const [preview, snapshot] = [await reader.preview(id), await whole.read(id)];
  if (preview !== null) expect(newest(preview)).toEqual(newest(snapshot));
  return preview;
}

test('the preview has the newest files, wherever they are stored', async () => {
  /** For each block, the time of its first file, and by how many minutes each next file is older. */
  const times = fc.array(fc.record({ start: fc.nat(9_000), step: fc.integer({ min: -1, max: 3 }) }), {
    minLength: blocks,
    maxLength: blocks,
  });
  let shown = 0;
  await fc.assert(
    fc.asyncProperty(
      times,
      fc.nat(6),
      fc.array(fc.nat(blocks * blockSize)),
      fc.array(fc.nat(12_000)),
      async (starts, unknown, removed, added) => {
        const { writer, newReader } = setUp();
        const files = starts.flatMap(({ start, step }, block) =>
          Array.from({ length: block === blocks - 1 ? 50 : blockSize }, (_, slot) =>
            entry(block * blockSize + slot, slot % 7 < unknown ? null : 20_000 + start - step * slot),
          ),
        );
        await writer.apply(id, { files });
        await writer.apply(id, {
          files: added.map((minute, at) => entry(files.length + at + blockSize, 20_000 + minute)),
        });
        await writer.apply(id, { gone: removed.map((at) => `f${at}`) });
        if ((await expectNewest(newReader(), newReader())) !== null) shown += 1;
      },
    ),
    { numRuns: countRuns(12) },
  );
  expect(shown).toBeGreaterThan(0);
});

test('the preview is completed by the next read, and has its addresses before', async () => {
  const { db, writer, newReader } = setUp();
  await writer.apply(id, { files: Array.from({ length: 5 * blockSize }, (_, at) => entry(at, 90_000 - at)) });
  const reader = newReader();
  const preview = await expectNewest(reader, newReader());
  expect(preview).toMatchObject({ size: 5 * blockSize, isPartial: true });
  expect(preview?.fileIds()).toHaveLength(blockSize);
  // Reading addresses needs nothing else.
  await db.use((open) => open.delete('blocks', [id, 4]));
  expect(await reader.addresses(id, [1])).toMatchObject([{ download: 'https://x.example/d/f1' }]);
  const whole = await reader.read(id);
  expect(whole.fileIds()).toHaveLength(4 * blockSize);
  expect(whole.syncStatus.isDamaged).toBe(true);
});

test('there is no preview if its files are scattered, unreadable or unordered', async () => {
  const { db, writer, newReader } = setUp();
  expect(await newReader().preview(id)).toBe(null);
  // The newest files are spread over all blocks.
  const spread = Array.from({ length: 5 * blockSize }, (_, at) => entry(at, 90_000 - (at % blockSize)));
  await writer.apply(id, { files: spread });
  expect(await newReader().preview(id)).toBe(null);
  await writer.apply(id, {
    files: [...Array.from({ length: 300 }, (_, at) => entry(-at - 1, 100_000 + at))],
  });
  expect(await newReader().preview(id)).not.toBe(null);
  await db.use((open) => open.delete('blocks', [id, 5]));
  expect(await newReader().preview(id)).toBe(null);
});
