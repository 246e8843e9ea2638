/** Actions that uploads and the activity have in common. */
import type { Account } from '../../lib/accounts/account.ts';
import type { FileLocation } from '../../lib/catalog/file-hash.ts';
import type { IconName } from '../icons/Icon.tsx';
import type { Outcome } from '../notice/useOutcome.ts';
import type { Services } from '../services.ts';
import { t } from '../text.ts';
import { playerAddress } from './player.ts';

export interface RowAction {
  readonly id: string;
  readonly label: string;
  readonly icon: IconName;
  readonly danger?: boolean;
  /** A promise keeps its button busy until it settles. */
  readonly run: () => unknown;
}

export interface ActionContext {
  readonly services: Services;
  readonly outcome: Outcome;
  /** Opens an address in a new tab. */
  readonly open: (address: string) => void;
  /** Shows a file in its folder. */
  readonly showFile: (place: FileLocation) => void;
}

export const copyText = (
  text: string,
  { services, outcome }: Pick<ActionContext, 'services' | 'outcome'>,
): Promise<void> =>
  services.copy(text).then(
    () => outcome.show({ tone: 'good', text: t('common.copied') }),
    () => outcome.show({ tone: 'bad', text: t('common.notCopied') }),
  );

/** None where there is no address: a file of the user's has none. */
export const sourceActions = (url: string, context: ActionContext): readonly RowAction[] =>
  url === ''
    ? []
    : [
        {
          id: 'copy-source',
          label: t('uploads.copySource'),
          icon: 'copy',
          run: () => copyText(url, context),
        },
      ];

/** For a file in the account. */
export function fileActions(
  account: Account,
  { fileCode, folderId }: { readonly fileCode: string; readonly folderId: string },
  context: ActionContext,
) {
  const player = playerAddress(account.baseUrl, fileCode);
  const place = { accountId: account.id, folderId, fileCode };
  return {
    copyPlayerLink: {
      id: 'copy',
      label: t('common.copyPlayerLink'),
      icon: 'copy',
      run: () => copyText(player, context),
    },
    openPlayer: { id: 'play', label: t('common.openPlayer'), icon: 'play', run: () => context.open(player) },
    showInFolder: {
      id: 'show',
      label: t('files.showInFolder'),
      icon: 'folder',
      run: () => context.showFile(place),
    },
  } satisfies Record<string, RowAction>;
}
