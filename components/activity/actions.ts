/** What can be done with an entry of the activity. */
import type { Account } from '../../lib/accounts/account.ts';
import type { ActivityEntry, ActivityKind } from '../../lib/activity/entry.ts';
import type { FilePlace } from '../files/route.ts';
import type { Outcome } from '../notice/useOutcome.ts';
import { outcomeNotice } from '../send/outcome.ts';
import type { Services } from '../services.ts';
import { t } from '../text.ts';
import type { RowAction } from '../transfers/actions.ts';
import { playerAddress } from '../transfers/player.ts';

export interface ActivityActions {
  /** Shown on the row as icons. */
  readonly icons: readonly RowAction[];
  /** Groups of the row's menu. */
  readonly menu: readonly (readonly RowAction[])[];
}

export interface ActivityContext {
  readonly accounts: readonly Account[];
  readonly services: Services;
  readonly outcome: Outcome;
  /** Opens an address in a new tab. */
  readonly open: (address: string) => void;
  /** Shows a file in its folder. */
  readonly showFile: (place: FilePlace) => void;
}

/** What has not arrived and is under way no more. What is unsure is decided on in the transfers, where its doubt is. */
const canBeTriedAgain: ReadonlySet<ActivityKind> = new Set(['failed', 'refused', 'cancelled']);

export function activityActions(entry: ActivityEntry, context: ActivityContext): ActivityActions {
  const { services, outcome, open, showFile } = context;
  const { url, title, kind, fileCode } = entry;
  // Work on files has its own place, with everything that can be done about it.
  if (entry.files) return { icons: [], menu: [] };
  // Of a removed account nothing can be asked any more; what it sent can still be read and copied.
  const account = context.accounts.find(({ id }) => id === entry.accountId);
  const copy = (text: string) =>
    services.copy(text).then(
      () => outcome.show({ tone: 'good', text: t('transfers.copied') }),
      () => outcome.show({ tone: 'bad', text: t('transfers.notCopied') }),
    );
  const copySource: RowAction = {
    id: 'copy-source',
    label: t('transfers.copySource'),
    icon: 'copy',
    run: () => copy(url),
  };

  if (account && kind === 'done' && fileCode !== null) {
    const player = playerAddress(account.baseUrl, fileCode);
    const copyLink: RowAction = {
      id: 'copy',
      label: t('transfers.copyLink'),
      icon: 'copy',
      run: () => copy(player),
    };
    const openPlayer: RowAction = {
      id: 'play',
      label: t('transfers.openPlayer'),
      icon: 'play',
      run: () => open(player),
    };
    const showInFolder: RowAction = {
      id: 'show',
      label: t('files.showInFolder'),
      icon: 'folder',
      run: () => showFile({ accountId: account.id, folderId: entry.folderId, fileCode }),
    };
    return { icons: [copyLink, openPlayer], menu: [[openPlayer, showInFolder, copyLink, copySource]] };
  }

  if (account && canBeTriedAgain.has(kind)) {
    const folder = { id: entry.folderId, name: entry.folderName ?? '' };
    const again = async (): Promise<void> => {
      const links = [{ url, title: title ?? undefined }];
      await outcome.run(
        services.send('links.send', { links, folder, accountId: account.id, anyway: true }),
        (sent) => outcomeNotice(sent, folder, again),
      );
    };
    const tryAgain: RowAction = { id: 'again', label: t('transfers.tryAgain'), icon: 'again', run: again };
    return { icons: [tryAgain], menu: [[tryAgain, copySource]] };
  }

  return { icons: [], menu: [[copySource]] };
}
