import type { Account } from '../../lib/accounts/account.ts';
import { createAction, type IconAction } from '../menu/action.ts';
import { copyText } from '../notice/copy-text.ts';
import { t } from '../text.ts';
import type { ActionContext } from '../uploads/file-actions.ts';
import { showInFolder } from '../uploads/file-menu.ts';
import type { RowActions } from '../uploads/RowControls.tsx';
import type { TakedownRow } from './takedown-rows.ts';

export function takedownActions(
  { file, fileCode, download, player }: TakedownRow,
  context: ActionContext & { readonly account: Account },
): RowActions {
  const { open } = context.pageApi;
  const show = file && showInFolder({ ...file, accountId: context.account.id }, context);
  const whole = [
    show,
    download !== null &&
      createAction('copy-download', 'copy', t('takedowns.copyDownload'), () => copyText(download, context)),
    player !== null &&
      createAction('copy-player', 'copy', t('takedowns.copyPlayer'), () => copyText(player, context)),
    createAction('copy-code', 'copy', t('takedowns.copyCode'), () =>
      copyText(fileCode, context, t('common.copied')),
    ),
  ];
  const opening = [
    download !== null &&
      createAction('open-download', 'outside', t('takedowns.openDownload'), () => open(download)),
    player !== null && createAction('open-player', 'outside', t('takedowns.openPlayer'), () => open(player)),
  ];
  return { icons: show ? [show] : [], menu: () => [whole, opening].map((group) => group.filter(isAction)) };
}

const isAction = (action: IconAction | false | null): action is IconAction => Boolean(action);
