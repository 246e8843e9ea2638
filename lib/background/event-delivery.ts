/**
 * What follows from the events of uploads: a notification, a file in the catalog, a folder that is offered no more, a slot
 * that is free again. Events come in their order; after a death the last ones may come again, with the same ids.
 */
import { type Accounts, accountName } from '../accounts/account.ts';
import type { Arrival } from '../catalog/sync.ts';
import { withoutFolder } from '../folders/shortlist.ts';
import type { Stored } from '../storage/stored.ts';
import type { LoggedEvent } from '../uploads/event.ts';
import type { Uploads } from '../uploads/uploads.ts';
import type { BrowserPorts, Notice } from './ports.ts';
import type { Shortlists } from './shortlists.ts';

export interface EventDeliveryParts {
  readonly ports: Pick<BrowserPorts, 'notify' | 'onFault'>;
  readonly accounts: Stored<Accounts>;
  readonly shortlists: Pick<Shortlists, 'change'>;
  readonly catalog: { arrived(file: Arrival): Promise<void> };
  readonly uploads: Pick<Uploads, 'deliver' | 'endWait'>;
  readonly wake: (job: 'send' | 'poll') => void;
}

/** Delivers what was not delivered yet. What goes wrong with one consequence keeps no other from following. */
export function createEventDelivery(parts: EventDeliveryParts): () => Promise<void> {
  const { ports, accounts, shortlists, catalog, uploads, wake } = parts;

  async function notify(event: LoggedEvent): Promise<void> {
    const notice = await noticeOf(event);
    if (notice !== null) await ports.notify(notice);
  }

  /** Systems keep notifications, also when the private window is long closed. */
  async function noticeOf(event: LoggedEvent): Promise<Notice | null> {
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

  async function follow(event: LoggedEvent): Promise<void> {
    const { kind, accountId, fileCode, folderId, title } = event;
    if (kind === 'sent') wake('poll');
    // Nothing of the address of a link from a private window.
    if (kind === 'done' && fileCode !== null)
      await catalog.arrived({ accountId, fileCode, title: event.private ? null : title, folderId });
    // A folder that is gone is offered no more.
    if (kind === 'refused' && event.code === 'not-found')
      await shortlists.change(accountId, (shortlist) => withoutFolder(shortlist, folderId));
  }

  return async () => {
    const freed = new Set<string>();
    await uploads.deliver(async (event) => {
      await notify(event).catch(ports.onFault);
      await follow(event).catch(ports.onFault);
      // However a transfer ended, its slot is free for what waits.
      if (event.kind === 'done' || event.kind === 'failed') freed.add(event.accountId);
    });
    for (const accountId of freed) await uploads.endWait(accountId, ['slots']);
    if (freed.size > 0) wake('send');
  };
}
