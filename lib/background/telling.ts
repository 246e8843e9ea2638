/**
 * What everybody hears of the outbox's and the watch's events: pages by the live port, the activity by an entry, the
 * user by the badge and, once allowed, by a notification.
 *
 * An event may come twice (it is told until it was told once for sure): a notification with the same id replaces
 * itself, and the activity knows an entry by its `ref`.
 */
import { type Accounts, accountName } from '../accounts/account.ts';
import type { Activity, Subject } from '../activity/activity.ts';
import type { OutboxEvent } from '../outbox/context.ts';
import type { OutboxItem } from '../outbox/item.ts';
import type { Stored } from '../storage/stored.ts';
import { isMoving, type WatchedTransfer } from '../watch/transfer.ts';
import type { WatchEvent } from '../watch/watch.ts';
import { badgeOf } from './badge.ts';
import type { Live } from './live.ts';
import type { BrowserPorts, Notice } from './ports.ts';
import type { Stores } from './stores.ts';

export interface Telling {
  ofOutbox(event: OutboxEvent): Promise<void>;
  ofWatch(event: WatchEvent): Promise<void>;
  /** Draws the badge from what is stored. */
  badge(): Promise<void>;
}

export interface TellingParts {
  readonly ports: BrowserPorts;
  readonly stores: Stores;
  readonly accounts: Stored<Accounts>;
  readonly live: Live;
  readonly activity: Activity;
}

export function createTelling({ ports, stores, accounts, live, activity }: TellingParts): Telling {
  async function drawBadge(): Promise<void> {
    const [links, known] = await Promise.all([stores.outbox.counts(), stores.watch.all()]);
    const transfers = known.filter(({ ours, hidden }) => ours && !hidden);
    const failed = transfers.filter(({ phase }) => phase === 'error' || phase === 'gone');
    await ports.setBadge(
      badgeOf({
        moving: links.queued + links.sending + transfers.filter(isMoving).length,
        trouble: links.refused + links.unsure + failed.length,
      }),
    );
  }

  // A batch of a thousand links is thousands of events: while the badge is drawn, all that come are one more drawing.
  let drawing: Promise<void> | null = null;
  let next: Promise<void> | null = null;
  function badge(): Promise<void> {
    if (drawing === null) {
      drawing = drawBadge().finally(() => {
        drawing = null;
      });
      return drawing;
    }
    next ??= drawing
      .catch(() => {})
      .then(() => {
        next = null;
        return badge();
      });
    return next;
  }

  async function tellOutbox(event: OutboxEvent): Promise<void> {
    if (event.type === 'changed') return;
    if (event.type === 'waiting') {
      const { accountId, reason, words } = event.hold;
      if (reason === 'account') await tellAccount(accountId, words?.msg ?? null);
      return;
    }
    const { item } = event;
    const subject = subjectOfItem(item);
    const kind = event.type === 'accepted' ? 'sent' : event.type;
    // An item can be refused or unsure again after another try, which is news; accepted it is once.
    await activity.record(kind, subject, `${kind} ${item.id} ${item.attempts}`);
    if (event.type === 'refused' || event.type === 'unsure') await notify(event.type, item.id, subject);
  }

  async function tellWatch(event: WatchEvent): Promise<void> {
    if (event.type === 'changed') return;
    const { transfer } = event;
    // What others started is shown, but it is not what Linkhaul did.
    if (!transfer.ours) return;
    const subject = subjectOfTransfer(transfer);
    const kind = event.type === 'done' ? 'done' : 'failed';
    const id = `${transfer.accountId}/${transfer.fileCode}`;
    // It may fail again after a restart, which is news.
    const ref = kind === 'done' ? `done ${id}` : `failed ${id} ${transfer.changedAt}`;
    await activity.record(kind, subject, ref);
    await notify(kind, id, subject);
  }

  async function notify(kind: Notice['kind'], id: string, subject: Subject): Promise<void> {
    const { title, url, folderName, msg } = subject;
    // Systems keep notifications, also when the private window is long closed.
    if (subject.private) return;
    await ports.notify({ id, kind, subject: title ?? url, folderName, msg });
  }

  async function tellAccount(accountId: string, msg: string | null): Promise<void> {
    const { list } = await accounts.get();
    const account = list.find(({ id }) => id === accountId);
    if (!account) return;
    await ports.notify({
      id: accountId,
      kind: 'account',
      subject: accountName(account),
      folderName: null,
      msg,
    });
  }

  return {
    badge,
    async ofOutbox(event) {
      await tellOutbox(event);
      live.changed('outbox');
      // Nobody who sends links waits for a picture.
      badge().catch(ports.onFault);
    },
    async ofWatch(event) {
      await tellWatch(event);
      live.changed('transfers');
      badge().catch(ports.onFault);
    },
  };
}

function subjectOfItem({ folder, ...item }: OutboxItem): Subject {
  return { ...item, folderId: folder.id, folderName: folder.name || null };
}

/** The service gives no reason for a failed transfer but its own word for the state. */
function subjectOfTransfer(transfer: WatchedTransfer): Subject {
  const { phase, status } = transfer;
  return { ...transfer, msg: phase === 'error' && status.toLowerCase() !== 'error' ? status : null };
}
