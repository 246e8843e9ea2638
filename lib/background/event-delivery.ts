/**
 * What follows from the events of uploads: a notification, a file in the catalog, a folder that is offered no more, a slot
 * that is free again. Events come in their order; after a death the last ones may come again, with the same ids.
 */
import { accountName } from '../accounts/account.ts';
import { withoutFolder } from '../folders/shortlist.ts';
import type { LoggedEvent } from '../uploads/event.ts';
import type { Context } from './context.ts';
import { notify } from './notify.ts';
import type { Notice } from './ports.ts';
import { folderGone } from './rules.ts';

/** Delivers what was not delivered yet. What goes wrong with one consequence keeps no other from following. */
export async function deliverEvents(context: Context): Promise<void> {
  const { ports, uploads, scheduler } = context;
  const freed = new Set<string>();
  await uploads.deliverEvents(async (event) => {
    const notice = await noticeOf(context, event).catch(ports.onFault);
    if (notice) await notify(context, notice).catch(ports.onFault);
    await follow(context, event).catch(ports.onFault);
    // However a transfer ended, its slot is free for what waits.
    if (event.kind === 'done' || event.kind === 'failed') freed.add(event.accountId);
  });
  for (const accountId of freed) await uploads.endWait(accountId, ['slots']);
  if (freed.size > 0) void scheduler.wake('send');
}

/** Systems keep notifications, also when the private window is long closed. */
async function noticeOf({ accounts }: Context, event: LoggedEvent): Promise<Notice | null> {
  const { kind, accountId, folderName, title, url, msg, source } = event;
  // A later one about the same upload takes its place, and so does the same one that comes again.
  const notice = { id: event.uploadId ?? accountId, folderName, msg };
  switch (kind) {
    case 'done':
    case 'failed':
    case 'refused':
    case 'uncertain':
      return event.private || source === 'elsewhere' ? null : { ...notice, kind, subject: title ?? url };
    case 'blocked': {
      const account = (await accounts.get()).list.find((each) => each.id === accountId);
      if (account === undefined) return null;
      const subject = accountName(account);
      return { ...notice, kind: event.code === 'permission' ? 'permission' : 'account', subject };
    }
    default:
      return null;
  }
}

async function follow(context: Context, event: LoggedEvent): Promise<void> {
  const { catalog, shortlists, scheduler } = context;
  const { kind, accountId, fileCode, folderId, title } = event;
  if (kind === 'sent') void scheduler.wake('poll');
  // Nothing of the address of a link from a private window.
  if (kind === 'done' && fileCode !== null)
    await catalog.addArrival({ accountId, fileCode, title: event.private ? null : title, folderId });
  // A folder that is gone is offered no more, and what a rule has put there goes into the default folder.
  if (kind === 'refused' && event.code === 'not-found') {
    await shortlists.change(accountId, (shortlist) => withoutFolder(shortlist, folderId));
    await folderGone(context, event);
  }
}
