/**
 * Uploads whose file this browser fetches from a link: the records are the background's. The sender of files (`file-sender.ts`) has
 * the file fetched (`source-fetch.ts`) while its record is queued, and sends it then as any other.
 */
import { withEnding } from '../links/address-title.ts';
import { calculateBackoffMs, maxWaitMs } from '../timing/backoff.ts';
import { applyAction } from './changes.ts';
import { findDueFile } from './file-uploads.ts';
import { isFetchPending } from './local-file.ts';
import { maxAttempts } from './sending/settle-uncertain.ts';
import type { FetchResult } from './source-fetch.ts';
import { type FailureInfo, toSourceFailure, type Upload } from './upload.ts';
import type { UploadsContext } from './uploads-context.ts';

export type FetchGrant = Pick<Upload, 'url' | 'pageUrl'>;

/** Stands for all hosts where a host permission is asked for. */
const everyHost = 'https://*/';

/**
 * The service is not asked for anything before the file is there.
 * @returns what to fetch; null where it must wait, or was refused, for the reason in its record
 */
export async function beginFetch(context: UploadsContext, id: string): Promise<FetchGrant | null> {
  const upload = await findDueFile(context, id);
  if (upload?.via !== 'browser') return null;
  const { url, pageUrl } = upload;
  const failure = await findObstacle(context, upload);
  // It is fetched, and waits no more.
  const begun = { type: 'postpone', wait: null, failure: null } as const;
  const after = await applyAction(context, id, failure === null ? begun : { type: 'refuse', failure });
  return after?.state === 'queued' ? { url, pageUrl } : null;
}

async function findObstacle({ mayReach }: UploadsContext, upload: Upload): Promise<FailureInfo | null> {
  if (upload.private) return toSourceFailure('private');
  if (!/^https?:/u.test(upload.url)) return toSourceFailure('scheme');
  return (await mayReach(upload.url)) ? null : toSourceFailure('access');
}

/** Stores the result of a fetch. @returns the name with which the file is sent; null where it is not */
export async function endFetch(
  context: UploadsContext,
  id: string,
  result: FetchResult,
): Promise<string | null> {
  const { store, clock, random, mayReach } = context;
  const upload = await store.transact('read', (tx) => tx.get(id));
  if (upload?.via !== 'browser' || upload.state !== 'queued') return null;
  if ('name' in result) {
    const title = upload.title === null ? result.name : withEnding(upload.title, result.name);
    const { sizeBytes } = result;
    const fetched = await applyAction(context, id, { type: 'recordFetched', title, sizeBytes });
    // A typed title may have what would be a path in a file's name.
    return fetched ? title.replace(/[\\/]/gu, '_') : null;
  }
  const { msg, hasProgress, retryAfterMs = 0 } = result;
  // No permission is missing: the other site cannot be reached.
  const code = result.code === 'redirect' && (await mayReach(everyHost)) ? 'network' : result.code;
  const attempts = hasProgress ? 0 : upload.attempts + 1;
  if ((code !== 'network' && code !== 'slow') || attempts >= maxAttempts) {
    const lost = msg === null ? 'lost' : 'error';
    const kind = code === 'network' ? lost : code;
    await applyAction(context, id, { type: 'refuse', failure: toSourceFailure(kind, msg) });
    return null;
  }
  const waitMs = Math.max(calculateBackoffMs(attempts, random), retryAfterMs);
  // A longer one would count as over.
  const untilMs = clock() + Math.min(waitMs, maxWaitMs);
  const isSlow = code === 'slow';
  const failure = isSlow ? toSourceFailure('slow') : { code, msg };
  const wait = { reason: isSlow ? 'slow' : 'source', untilMs } as const;
  await applyAction(context, id, { type: 'failFetch', failure, wait, attempts });
  return null;
}

/** Queues those again whose missing host permission was granted. */
export async function retryReachable(context: UploadsContext): Promise<void> {
  const { store, mayReach } = context;
  const refused = await store.transact('read', async (tx) => {
    const accountIds = await tx.listAccountIds();
    return (await Promise.all(accountIds.map((id) => tx.listInStates(id, ['refused'])))).flat();
  });
  for (const { id, url, failure } of refused) {
    const lacking: Readonly<Record<string, string | null>> = {
      'source.access': url,
      'source.redirect': everyHost,
      'source.uploadHost': failure?.msg ?? null,
    };
    const address = lacking[failure?.code ?? ''];
    if (address && (await mayReach(address))) await applyAction(context, id, { type: 'retry' });
  }
}

/** Ids whose upload does not need its fetched file any more. `keepsRefused` false: others need the room. */
export const findOrphans = (
  { store, clock }: UploadsContext,
  ids: readonly string[],
  keepsRefused = true,
): Promise<readonly string[]> =>
  store.transact('read', async (tx) => {
    const uploads = await Promise.all(ids.map((id) => tx.get(id)));
    return ids.filter((_, at) => {
      const upload = uploads[at];
      return !upload || !(isFetchPending(upload) || (keepsRefused && mayGoOn(upload, clock())));
    });
  });

/** What has come of a refused upload stays as long for "Try again". Milliseconds. */
const keptRefusedMs = 7 * 24 * 60 * 60 * 1000;

/** Refusals after which it is of no use, or takes the room that is missing. */
const finalFailures: ReadonlySet<string> = new Set(
  (['gone', 'room', 'scheme', 'private', 'empty', 'blank', 'overlong', 'oversize'] as const).map(
    (kind) => toSourceFailure(kind).code,
  ),
);

const mayGoOn = ({ via, state, failure, changedAtMs }: Upload, nowMs: number): boolean =>
  via === 'browser' &&
  state === 'refused' &&
  !finalFailures.has(failure?.code ?? '') &&
  nowMs - changedAtMs < keptRefusedMs;
