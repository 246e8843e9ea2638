/**
 * Uploads whose file this browser fetches. The background owns the records. The file sender (`file-sender.ts`) fetches the file
 * (`source-fetch.ts`) while its record is queued, then sends it like any other.
 */

import { withEnding } from '../links/address-title.ts';
import { longestSourceWaitMs, uploadRetry } from '../timing/policies.ts';
import { calculateDelayMs, isGivenUp } from '../timing/retry.ts';
import type { EpochMs } from '../timing/units.ts';
import { applyAction, commitChanges } from './changes.ts';
import { findDueFile, readWithPause } from './file-uploads.ts';
import { isFetchPending } from './local-file.ts';
import { judgeRedirect, type Redirect, toRequestAddress } from './redirects.ts';
import type { FetchResult, FetchRoute } from './source-fetch.ts';
import { isAllowed } from './transitions.ts';
import { type FailureInfo, isRedirectFailure, toSourceFailure, type Upload } from './upload.ts';
import type { UploadsContext } from './uploads-context.ts';

export type FetchGrant = Pick<Upload, 'url' | 'pageUrl'>;

/**
 * Doesn't contact the service.
 * @returns null if the upload has to wait or was refused, as its record says
 */
export async function beginFetch(context: UploadsContext, id: string): Promise<FetchGrant | null> {
  const upload = await findDueFile(context, id);
  if (upload?.via !== 'browser') return null;
  const { url, pageUrl } = upload;
  const failure = await findObstacle(context, upload);
  // It is being fetched, so it no longer waits.
  const begun = { type: 'backOff', wait: null, failure: null } as const;
  if (upload.fetchedFrom !== undefined) await applyAction(context, id, { type: 'leadTo', host: undefined });
  const after = await applyAction(context, id, failure === null ? begun : { type: 'refuse', failure });
  return after?.state === 'queued' ? { url, pageUrl } : null;
}

async function findObstacle(
  { hasHostPermission }: UploadsContext,
  upload: Upload,
): Promise<FailureInfo | null> {
  if (upload.private) return toSourceFailure('private');
  if (!/^https?:/u.test(upload.url)) return toSourceFailure('scheme');
  return (await hasHostPermission(upload.url)) ? null : toSourceFailure('access');
}

/**
 * Decides which address a fetch requests next: the link or the target of a redirect.
 * @param redirect null if it wasn't seen: the address is requested again
 */
export async function routeFetch(
  context: UploadsContext,
  id: string,
  redirected: string | null,
  redirect: Redirect | null,
): Promise<{ readonly route: FetchRoute; readonly pageUrl?: string | undefined }> {
  const { store, hasHostPermission } = context;
  const { upload, isPaused } = await readWithPause(store, id);
  // The fetch ends with this reason.
  if (upload?.via !== 'browser' || upload.state !== 'queued' || isPaused)
    return { route: { code: 'network', msg: null } };
  const { pageUrl } = upload;
  const address = toRequestAddress(upload.url);
  if (redirected === null) return { route: { url: address }, pageUrl };
  if (redirect === null) return { route: { url: redirected }, pageUrl };
  const route = judgeRedirect(upload, redirected, redirect);
  if ('url' in route) {
    const { origin, host } = new URL(route.url);
    if (!(await hasHostPermission(origin))) return { route: { code: 'access', msg: origin } };
    const other = host === new URL(address).host ? undefined : host;
    if (other !== upload.fetchedFrom) await applyAction(context, id, { type: 'leadTo', host: other });
  } else if (route.code === 'site' && route.msg !== null && !(await hasHostPermission(route.msg)))
    return { route: { ...route, code: 'redirect' } };
  return { route, pageUrl };
}

/** @returns the name to send the file under, null if it isn't sent */
export async function endFetch(
  context: UploadsContext,
  id: string,
  result: FetchResult,
): Promise<string | null> {
  const { store, clock, random } = context;
  const { upload, isPaused } = await readWithPause(store, id);
  if (upload?.via !== 'browser' || upload.state !== 'queued') return null;
  if ('name' in result) {
    const title = upload.title === null ? result.name : withEnding(upload.title, result.name);
    const { sizeBytes } = result;
    const fetched = await applyAction(context, id, { type: 'recordFetched', title, sizeBytes });
    // A typed title may contain slashes.
    return fetched ? title.replace(/[\\/]/gu, '_') : null;
  }
  // The user stopped it, which says nothing about the site.
  if (isPaused) return null;
  const { code, msg, hasProgress, retryAfterMs = 0 } = result;
  const attempts = hasProgress ? 0 : upload.attempts + 1;
  if ((code !== 'network' && code !== 'slow') || isGivenUp(uploadRetry, attempts)) {
    const lost = msg === null ? 'lost' : 'error';
    const kind = code === 'network' ? lost : code;
    await applyAction(context, id, { type: 'refuse', failure: toSourceFailure(kind, msg) });
    return null;
  }
  const waitMs = Math.max(calculateDelayMs(uploadRetry, attempts, random), retryAfterMs);
  const untilMs = clock() + Math.min(waitMs, longestSourceWaitMs);
  const isSlow = code === 'slow';
  const failure = isSlow ? toSourceFailure('slow') : { code, msg };
  const wait = { reason: isSlow ? 'slow' : 'source', untilMs } as const;
  await applyAction(context, id, { type: 'failFetch', failure, wait, attempts });
  return null;
}

/** Queues the links again whose host permission was missing and has been granted. */
export async function retryReachable(context: UploadsContext): Promise<void> {
  const { store, hasHostPermission } = context;
  const refused = await store.transact('read', async (tx) => {
    const accountIds = await tx.listAccountIds();
    return (await Promise.all(accountIds.map((id) => tx.listInStates(id, ['refused'])))).flat();
  });
  for (const { id, url, failure } of refused) {
    const lacking: Readonly<Record<string, string | null>> = {
      'source.access': failure?.msg ?? url,
      'source.redirect': failure?.msg ?? null,
      'source.uploadHost': failure?.msg ?? null,
    };
    const address = lacking[failure?.code ?? ''];
    if (address && (await hasHostPermission(address))) await applyAction(context, id, { type: 'retry' });
  }
}

/**
 * The user lets a fetch follow a redirect to another site. Links of the same host with the same question continue, and waiting ones won't
 * ask.
 */
export async function allowRedirect(context: UploadsContext, id: string, site: string): Promise<void> {
  await commitChanges(context, 'write', async (tx, changes) => {
    const upload = await tx.get(id);
    if (upload?.via !== 'browser' || !isAllowed(upload.state, 'follow')) return;
    const accountIds = await tx.listAccountIds();
    const stored = await Promise.all(
      accountIds.map((accountId) => tx.listInStates(accountId, ['queued', 'refused'])),
    );
    const { host } = new URL(upload.url);
    const others = stored.flat().filter((each) => each.via === 'browser' && each.id !== id);
    for (const each of [upload, ...others.filter(({ url }) => URL.parse(url)?.host === host)]) {
      const after = await changes.applyAction(tx, each, { type: 'follow', site });
      const isAsked = isRedirectFailure(each.failure?.code) && each.failure?.msg === site;
      if (after && each.id !== id && each.state === 'refused' && isAsked)
        await changes.applyAction(tx, after, { type: 'retry' });
    }
  });
}

/** Lists fetched files that no upload needs. To make room, `keepsRefused: false` includes those of refused uploads. */
export const findOrphans = (
  { store, clock }: UploadsContext,
  ids: readonly string[],
  keepsRefused = true,
): Promise<readonly string[]> =>
  store.transact('read', async (tx) => {
    const uploads = await Promise.all(ids.map((id) => tx.get(id)));
    return ids.filter((_, at) => {
      const upload = uploads[at];
      return !upload || !(isFetchPending(upload) || (keepsRefused && canContinue(upload, clock())));
    });
  });

/** How long a refused upload keeps its part for "Try again". */
const keptRefusedMs = 7 * 24 * 60 * 60 * 1000;

/** After these refusals the part is useless, or takes the room that is missing. */
const finalFailures: ReadonlySet<string> = new Set(
  (['gone', 'room', 'scheme', 'local', 'private', 'empty', 'blank', 'overlong', 'oversize'] as const).map(
    (kind) => toSourceFailure(kind).code,
  ),
);

const canContinue = ({ via, state, failure, changedAtMs }: Upload, nowMs: EpochMs): boolean =>
  via === 'browser' &&
  state === 'refused' &&
  !finalFailures.has(failure?.code ?? '') &&
  nowMs - changedAtMs < keptRefusedMs;
