/** Damaged records in the database of jobs. */
import { expect, it, onTestFinished, vi } from 'vitest';
import { createBulkDatabase } from '../../../lib/bulk/bulk-database.ts';
import { createBulkStore } from '../../../lib/bulk/bulk-store.ts';
import { createJob, type StoredJob } from '../../../lib/bulk/job.ts';
import { createPlan } from '../../../lib/bulk/plan.ts';
import { readJobs } from '../../../lib/bulk/read-jobs.ts';
import { createDatabaseName } from '../storage/fake-database-name.ts';

const accountId = 'account';
const plan = createPlan({
  kind: 'move',
  folder: { id: '7', name: 'Films' },
  files: [{ fileCode: 'f', title: 'File', folderId: '0' }],
});

function setUp() {
  const database = createBulkDatabase(createDatabaseName());
  onTestFinished(() => database.close());
  const store = createBulkStore(database);
  const job = createJob(accountId, 'move', {}, 0);
  return { database, store, add: () => store.add(job, plan, {}, 0) };
}

it.each(['accountId', 'kind', 'state', 'total'] as const)(
  'a job without %s is skipped, and blocks no other',
  async (field) => {
    const { database, store, add } = setUp();
    const { key = 0 } = (await add()) ?? {};
    const intact = await add();
    await database.use(async (db) => {
      const job = (await db.get('jobs', key)) as StoredJob;
      await db.put('jobs', { ...job, [field]: null } as never);
    });
    expect(await store.list()).toEqual([intact]);
    expect((await readJobs(database, accountId, 0)).map(({ id }) => id)).toEqual([String(intact?.key)]);
    expect(await store.get(key)).toBe(undefined);
    const step = vi.fn((job: StoredJob) => ({ job }));
    expect(await store.write(key, step)).toBe(undefined);
    expect(step).not.toHaveBeenCalled();
    expect(await store.add(createJob(accountId, 'move', { undoes: key }, 0), plan, {}, 0)).toBe(null);
  },
);
