/** New names, shown until the catalog has them. */
import { useEffect, useMemo, useState } from 'preact/hooks';
import type { BulkJob } from '../../../lib/bulk/work.ts';
import type { Snapshot } from '../../../lib/catalog/query/snapshot.ts';

export interface PendingName {
  readonly name: string;
  /** The catalog's name at the time of the change. */
  readonly before: string;
  /** Null until the job's id is known, and for folders. */
  readonly jobId: string | null;
}

const none: ReadonlyMap<string, PendingName> = new Map();

/** @param folderId the folder shown. Pending names end with it */
export function usePendingNames(snapshot: Snapshot, jobs: readonly BulkJob[], folderId: string | null) {
  const [names, setNames] = useState(none);
  useEffect(() => {
    const ended = [...names].filter(([key, name]) => isNoLongerPending(key, name, snapshot, jobs));
    const keys = ended.map(([key]) => key);
    if (keys.length > 0) setNames((known) => without(known, keys));
  }, [names, snapshot, jobs]);
  useEffect(() => setNames(none), [folderId]);

  // Stable until a name changes, so that the folder tree isn't drawn again.
  return useMemo(
    () => ({
      /** Undefined: none pending. */
      nameOf: (key: string) => names.get(key)?.name,
      set: (key: string, name: PendingName) => setNames((known) => new Map(known).set(key, name)),
      remove: (key: string) => setNames((known) => without(known, [key])),
    }),
    [names],
  );
}

const without = (names: ReadonlyMap<string, PendingName>, keys: readonly string[]) =>
  new Map([...names].filter(([key]) => !keys.includes(key)));

export function isNoLongerPending(
  key: string,
  { before, jobId }: PendingName,
  snapshot: Pick<Snapshot, 'folders' | 'file'>,
  jobs: readonly BulkJob[],
): boolean {
  const [kind, id = ''] = key.split(' ');
  const job = jobs.find((each) => each.id === jobId);
  // A finished job may be known before the changed catalog is read.
  const hasNoEffect = job !== undefined && (job.state === 'stopped' || job.isUndone || hasFailed(job));
  // Not in the catalog, so only a failed job ends it.
  if (kind === 'found') return hasNoEffect;
  const current = kind === 'folder' ? snapshot.folders.get(id)?.name : snapshot.file(Number(id))?.title;
  return current !== before || hasNoEffect;
}

const hasFailed = ({ state, failed }: BulkJob): boolean => state === 'done' && failed > 0;
