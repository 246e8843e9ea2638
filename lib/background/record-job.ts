import type { ActivityKind } from '../activity/activity.ts';
import type { ActivityStore } from '../activity/activity-store.ts';
import type { BulkStore } from '../bulk/bulk-store.ts';
import type { StoredJob } from '../bulk/job.ts';
import { rootId } from '../folders/folder.ts';
import { noUpload } from '../uploads/event.ts';

const activityKinds: Readonly<Record<StoredJob['kind'], ActivityKind>> = {
  move: 'moved',
  'move-contents': 'moved',
  rename: 'renamed',
  clone: 'cloned',
  delete: 'filesDeleted',
};

/** One entry for each outcome, deduplicated by `ref`. A retry has another `ref`. The entry of a single file has its title. */
export async function recordJob(
  job: StoredJob,
  store: BulkStore,
  activity: Pick<ActivityStore, 'add'>,
  atMs: number,
): Promise<void> {
  const { key, accountId, kind, folder, from, total, done, failed } = job;
  const [step] = total === 1 ? await store.steps(key) : [];
  const { private: _, ...blank } = noUpload;
  const entry = {
    ...blank,
    atMs,
    kind: job.undoes === null || job.isRedo ? activityKinds[kind] : 'undone',
    accountId,
    files: { done, failed },
    folderId: folder?.id ?? rootId,
    folderName: folder?.name || null,
    title: step?.title ?? null,
    fileCode: step?.fileCode ?? null,
    ...(from && { from }),
    ref: `bulk ${key} ${done} ${failed}`,
  };
  await activity.add([entry]);
}
