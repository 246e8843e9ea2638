/** The end of a bulk job, as an event of the activity. */
import type { BulkStore } from '../bulk/bulk-store.ts';
import type { StoredJob } from '../bulk/job.ts';
import { type EventKind, noUpload } from '../uploads/event.ts';
import type { Uploads } from '../uploads/uploads.ts';

const eventKinds: Readonly<Record<StoredJob['kind'], EventKind>> = {
  move: 'moved',
  'move-contents': 'moved',
  rename: 'renamed',
  clone: 'cloned',
  delete: 'filesDeleted',
};

/** One event for each outcome, deduplicated by `ref`: a retry has another. Has the title of a single file. */
export async function recordJob(
  job: StoredJob,
  store: BulkStore,
  uploads: Pick<Uploads, 'recordEvent'>,
  atMs: number,
): Promise<void> {
  const { key, accountId, kind, folder, total, done, failed } = job;
  const [step] = total === 1 ? await store.steps(key) : [];
  await uploads.recordEvent({
    ...noUpload,
    atMs,
    kind: job.undoes === null || job.isRedo ? eventKinds[kind] : 'undone',
    accountId,
    files: { done, failed },
    folderId: folder?.id ?? '0',
    folderName: folder?.name || null,
    title: step?.title ?? null,
    fileCode: step?.fileCode ?? null,
    ref: `bulk ${key} ${done} ${failed}`,
  });
}
