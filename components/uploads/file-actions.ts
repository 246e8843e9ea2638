/** Actions that uploads and the activity have in common. */
import type { Account } from '../../lib/accounts/account.ts';
import type { FileLocation } from '../../lib/catalog/file-hash.ts';
import { createAction, type IconAction } from '../menu/action.ts';
import type { Outcome } from '../notice/useOutcome.ts';
import type { Services } from '../services.ts';
import { t } from '../text.ts';
import { playerAddress } from './player.ts';

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
  { services, outcome }: { readonly services: Pick<Services, 'copy'>; readonly outcome: Outcome },
  success: string = t('common.copied'),
): Promise<void> =>
  services.copy(text).then(
    () => outcome.show({ tone: 'good', text: success }),
    () => outcome.show({ tone: 'bad', text: t('common.notCopied') }),
  );

/** None where there is no address: a file of the user's has none. */
export const sourceActions = (url: string, context: ActionContext): readonly IconAction[] =>
  url === ''
    ? []
    : [createAction('copy-source', 'copy', t('uploads.copySource'), () => copyText(url, context))];

/** For a file in the account. */
export function fileActions(
  account: Account,
  { fileCode, folderId }: { readonly fileCode: string; readonly folderId: string },
  context: ActionContext,
) {
  const player = playerAddress(account, fileCode);
  const place = { accountId: account.id, folderId, fileCode };
  return {
    copyPlayerLink: createAction('copy', 'copy', t('common.copyPlayerLink'), () => copyText(player, context)),
    openPlayer: createAction('play', 'play', t('common.openPlayer'), () => context.open(player)),
    showInFolder: createAction('show', 'folder', t('files.showInFolder'), () => context.showFile(place)),
  };
}
