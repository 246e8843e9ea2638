/** Bulk work in the background: what it changes is written into the catalog, and its end into the activity. */

import type { Activity } from '../activity/activity.ts';
import { type Bulk, type BulkClient, createBulk } from '../bulk/bulk.ts';
import type { StoredJob } from '../bulk/job.ts';
import type { Request } from '../protocol.ts';
import { createNotices } from './catalog.ts';
import type { Context } from './context.ts';
import type { Live } from './live.ts';
import type { BrowserPorts } from './ports.ts';
import { GoneError } from './problems.ts';
import type { Stores } from './stores.ts';

export interface BulkParts {
  readonly ports: BrowserPorts;
  readonly stores: Stores;
  readonly clientFor: (accountId: string) => Promise<BulkClient | null>;
  readonly learn: Parameters<typeof createBulk>[0]['learn'];
  readonly activity: Activity;
  readonly live: Live;
}

export function createBulkWork({ ports, stores, live, activity, ...parts }: BulkParts): Bulk {
  const { clock, random, online, onFault, setTimer } = ports;
  const notice = createNotices(() => live.changed('bulk'), ports);
  return createBulk({
    ...parts,
    ...{ clock, random, online, onFault },
    store: stores.bulk,
    wait: (milliseconds) => new Promise((resolve) => void setTimer(() => resolve(), milliseconds)),
    claimed: (accountId, fileCodes) => stores.outbox.claimed(accountId, fileCodes),
    onChange: () => notice('now'),
    onEnd: (job) => record(job, stores, activity),
  });
}

/**
 * One entry for each outcome of a job, however often it is told: what was tried again, or decided, comes to another one. Of
 * a single file it has the title.
 */
async function record(job: StoredJob, { bulk }: Stores, activity: Activity): Promise<void> {
  const { key, accountId, kind, folder, total, done, failed } = job;
  const part = total === 1 ? await bulk.part(key, 0) : undefined;
  const subject = {
    ...{ accountId, url: '', msg: null, private: false, files: { done, failed } },
    ...{ folderId: folder?.id ?? '0', folderName: folder?.name || null },
    ...{ title: part?.titles[0] ?? null, fileCode: part?.codes[0] ?? null },
  };
  const did = kind === 'rename' ? 'renamed' : kind === 'clone' ? 'cloned' : 'moved';
  const news = `bulk ${key} ${done} ${failed}`;
  await activity.record(job.undoes === null ? did : 'undone', subject, news);
}

type Wish = 'stop' | 'resume' | 'retry' | 'dismiss';

/** Does what is asked of one job; the message is about none where there is no such job any more. */
export function bulkAction(wish: Wish) {
  return (context: Context, { id }: Request<`bulk.${Wish}`>): Promise<null> =>
    carryOut(context, () => context.bulk[wish](id));
}

export async function carryOut({ driver }: Context, action: () => Promise<boolean>): Promise<null> {
  if (!(await action())) throw new GoneError();
  void driver.poke();
  return null;
}
