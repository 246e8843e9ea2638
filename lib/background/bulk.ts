/** Bulk jobs in the background: what they change is written into the catalog, and their end into the activity. */
import { type Bulk, type BulkClient, createBulk } from '../bulk/bulk.ts';
import type { StoredJob } from '../bulk/job.ts';
import type { Uploads } from '../uploads/uploads.ts';
import type { Live } from './live.ts';
import type { BrowserPorts } from './ports.ts';
import type { Stores } from './stores.ts';
import { createThrottle } from './throttle.ts';

export interface BulkParts {
  readonly ports: BrowserPorts;
  readonly stores: Stores;
  readonly clientFor: (accountId: string) => Promise<BulkClient | null>;
  readonly learn: Parameters<typeof createBulk>[0]['learn'];
  readonly uploads: Pick<Uploads, 'claimed' | 'record'>;
  readonly live: Live;
}

export function createBulkWork({ ports, stores, live, uploads, ...parts }: BulkParts): Bulk {
  const { clock, random, online, onFault, setTimer } = ports;
  const tellPages = createThrottle(() => live.changed('bulk'), ports);
  return createBulk({
    ...parts,
    ...{ clock, random, online, onFault },
    store: stores.bulk,
    wait: (milliseconds) => new Promise((resolve) => void setTimer(() => resolve(), milliseconds)),
    claimed: (accountId, fileCodes) => uploads.claimed(accountId, fileCodes),
    onChange: () => tellPages('now'),
    onEnd: (job) => record(job, stores, uploads, clock()),
  });
}

/**
 * One event for each outcome of a job, however often it is told: what was tried again, or decided, comes to another one. Of
 * a single file it has the title.
 */
async function record(
  job: StoredJob,
  { bulk }: Stores,
  uploads: Pick<Uploads, 'record'>,
  atMs: number,
): Promise<void> {
  const { key, accountId, kind, folder, total, done, failed } = job;
  const part = total === 1 ? await bulk.part(key, 0) : undefined;
  const did = kind === 'rename' ? 'renamed' : kind === 'clone' ? 'cloned' : 'moved';
  await uploads.record({
    ...{ atMs, kind: job.undoes === null ? did : 'undone', accountId, uploadId: null, source: null },
    ...{ private: false, url: '', code: null, msg: null, files: { done, failed } },
    ...{ folderId: folder?.id ?? '0', folderName: folder?.name || null },
    ...{ title: part?.titles[0] ?? null, fileCode: part?.codes[0] ?? null },
    ref: `bulk ${key} ${done} ${failed}`,
  });
}
