/** Actions on a takedown. */
import type { Account } from '../../lib/accounts/account.ts';
import type { IconName } from '../icons/Icon.tsx';
import { t } from '../text.ts';
import { type ActionContext, copyText, fileActions, type RowAction } from '../uploads/file-actions.ts';
import type { TakedownRow } from './rows.ts';

export interface TakedownActions {
  /** Shown on the row as icons. */
  readonly icons: readonly RowAction[];
  /** Groups of the row's menu. */
  readonly menu: readonly (readonly RowAction[])[];
}

export function takedownActions(
  { file, fileCode, download, player }: TakedownRow,
  context: ActionContext & { readonly account: Account },
): TakedownActions {
  const { open } = context;
  const show = file && fileActions(context.account, file, context).showInFolder;
  const whole = [
    show,
    download !== null &&
      createAction('copy-download', t('takedowns.copyDownload'), 'copy', () => copyText(download, context)),
    player !== null &&
      createAction('copy-player', t('takedowns.copyPlayer'), 'copy', () => copyText(player, context)),
    createAction('copy-code', t('takedowns.copyCode'), 'copy', () => copyText(fileCode, context)),
  ];
  const opening = [
    download !== null &&
      createAction('open-download', t('takedowns.openDownload'), 'outside', () => open(download)),
    player !== null && createAction('open-player', t('takedowns.openPlayer'), 'outside', () => open(player)),
  ];
  return { icons: show ? [show] : [], menu: [whole, opening].map((group) => group.filter(isAction)) };
}

const createAction = (id: string, label: string, icon: IconName, run: RowAction['run']): RowAction => ({
  id,
  label,
  icon,
  run,
});
const isAction = (action: RowAction | false | null): action is RowAction => Boolean(action);
