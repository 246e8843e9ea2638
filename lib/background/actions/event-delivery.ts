/**
 * Consequences of upload events: a notification, a file in the catalog, a free slot. Events come in order, but the last ones may come again
 * after a restart, with the same ids.
 */
import { getAccountName } from '../../accounts/account.ts';
import { findAccount } from '../../accounts/accounts-store.ts';
import type { EventKind, LoggedEvent } from '../../uploads/event.ts';
import { getServiceWords, isSourceFailure } from '../../uploads/upload.ts';
import type { Needs } from '../parts.ts';
import type { NotificationContent } from '../ports.ts';
import { removeFetch, sweepFetched } from './fetches.ts';
import { showFailures } from './toast-actions.ts';

/** One failed consequence doesn't prevent the others. */
export async function deliverEvents(
  context: Needs<
    'accounts' | 'catalog' | 'accountStatus' | 'ports' | 'scheduler' | 'settings' | 'toastPages' | 'uploads'
  >,
): Promise<void> {
  const { accountStatus, ports, uploads, scheduler } = context;
  const accountsWithFreeSlot = new Set<string>();
  const failed: LoggedEvent[] = [];
  await uploads.deliverEvents(async (event) => {
    const notice = await createNotification(context, event).catch(ports.onFault);
    if (notice) await notify(context, notice).catch(ports.onFault);
    await handleEvent(context, event).catch(ports.onFault);
    // The transfer has ended, so its slot is free.
    if (event.kind === 'done' || event.kind === 'failed') accountsWithFreeSlot.add(event.accountId);
    if (event.kind === 'failed' || event.kind === 'refused') failed.push(event);
  });
  await showFailures(context, failed).catch(ports.onFault);
  for (const accountId of accountsWithFreeSlot) await accountStatus.endBackoff(accountId, ['slots']);
  if (accountsWithFreeSlot.size > 0) void scheduler.wake('send');
}

/** Null: no notification. */
const noticeKinds: Readonly<Record<EventKind, NotificationContent['kind'] | null>> = {
  done: 'done',
  failed: 'failed',
  refused: 'refused',
  uncertain: 'uncertain',
  blocked: 'account',
  encoded: null,
  sent: null,
  rerouted: null,
  cancelled: null,
  dismissed: null,
  deleted: null,
  replaced: null,
};

/** None for private uploads, because systems keep notifications after the window closes. */
async function createNotification(
  { accounts }: Needs<'accounts'>,
  event: LoggedEvent,
): Promise<NotificationContent | null> {
  const { accountId, folderName, title, url, source } = event;
  // A link that this browser couldn't fetch wasn't refused by the service.
  const isOfSource = isSourceFailure(event.code);
  const kind = noticeKinds[isOfSource ? 'failed' : event.kind];
  if (kind === null) return null;
  // Replaces an earlier notification of the upload. Files that need the same permission share one.
  const isOfHost = event.code === 'source.uploadHost';
  const notice = {
    id: (isOfHost ? null : event.uploadId) ?? accountId,
    folderName,
    msg: getServiceWords(event),
  };
  if (kind !== 'account')
    return event.private || source === 'external' ? null : { ...notice, kind, subject: title ?? url };
  const account = await findAccount(accounts, accountId);
  if (account === undefined) return null;
  const subject = getAccountName(account);
  return { ...notice, kind: event.code === 'permission' ? 'permission' : 'account', subject };
}

async function notify(
  { ports, settings }: Needs<'ports' | 'settings'>,
  notice: NotificationContent,
): Promise<void> {
  const { notifications, notifyFinished, notifyFailed } = await settings.get();
  const isWanted = notice.kind === 'done' ? notifyFinished : notifyFailed;
  if (notifications && isWanted) await ports.notify(notice);
}

const fetchEndingKinds: ReadonlySet<EventKind> = new Set([
  'done',
  'refused',
  'cancelled',
  'dismissed',
  'replaced',
]);

async function handleEvent(
  context: Needs<'catalog' | 'ports' | 'scheduler' | 'uploads'>,
  event: LoggedEvent,
): Promise<void> {
  const { catalog, scheduler } = context;
  const { kind, accountId, uploadId, source, fileCode, folderId, title, url } = event;
  if (source === 'file' && url !== '' && uploadId !== null && fetchEndingKinds.has(kind))
    await removeFetch(context, uploadId);
  // "Try again" then finds room.
  if (event.code === 'source.room') await sweepFetched(context, false);
  if (kind === 'sent') void scheduler.wake('poll');
  if (kind === 'rerouted') void scheduler.wake('send');
  // The encoded versions are listed by now.
  if (kind === 'encoded' && fileCode !== null)
    await catalog.addArrival({ accountId, fileCode, title: null, folderId });
  // The title of a private upload is left out.
  if (kind === 'done' && fileCode !== null)
    await catalog.addArrival({ accountId, fileCode, title: event.private ? null : title, folderId });
}
