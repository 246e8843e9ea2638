/** What `?` and Ctrl+K open anywhere in the manager: the list of keys, and the palette. */
import type { ComponentType } from 'preact';
import { useState } from 'preact/hooks';
import { type Account, type Accounts, getAccountLabel } from '../../lib/accounts/account.ts';
import type { Snapshot } from '../../lib/catalog/query/snapshot.ts';
import { NewFolderDialog } from '../files/dialogs/NewFolderDialog.tsx';
import { folderNameOf } from '../files/model/file-format.ts';
import { HelpDialog } from '../help/KeyList.tsx';
import type { IconName } from '../icons/Icon.tsx';
import type { KeyPress } from '../key-press.ts';
import { isHelpKey, useKey } from '../keys.ts';
import { createAction, type IconAction } from '../menu/action.ts';
import type { Outcome } from '../notice/useOutcome.ts';
import { Palette, type PaletteCatalogProps } from '../palette/Palette.tsx';
import { useServices } from '../services.ts';
import { t } from '../text.ts';
import { listActions, type PaletteState } from './palette-actions.ts';

export interface ManagerKeysProps {
  readonly Catalog: ComponentType<PaletteCatalogProps>;
  readonly accounts: Accounts;
  readonly account: Account;
  /** The views of the manager; `hash` is the address of each. */
  readonly views: readonly { readonly hash: string; readonly name: string; readonly icon: IconName }[];
  readonly state: Omit<PaletteState, 'accountId'>;
  readonly outcome: Outcome;
  readonly navigate: (hash: string) => void;
  readonly switchTo: (accountId: string) => void;
  readonly onSettings: () => void;
}

export function ManagerKeys(props: ManagerKeysProps) {
  const { Catalog, account, navigate, outcome } = props;
  const { send } = useServices();
  const [opened, setOpened] = useState<'help' | 'palette' | 'folder' | null>(null);
  const close = () => setOpened(null);

  const isPalette = ({ chord }: KeyPress) => chord === 'mod+k';
  useKey(
    // One dialog at a time.
    (press, event) =>
      (isPalette(press) || isHelpKey(press, event)) && document.querySelector('dialog[open]') === null,
    (press) => setOpened(isPalette(press) ? 'palette' : 'help'),
  );

  if (opened === null) return null;
  if (opened === 'help') return <HelpDialog onClose={close} />;
  if (opened === 'folder') return <NewFolder {...props} onClose={close} />;
  const state = { ...props.state, accountId: account.id };
  const actions = listActions(state, { send, outcome, navigate, onNewFolder: () => setOpened('folder') });
  const commands = commandsOf(props, actions, () => setOpened('help'));
  return <Palette accountId={account.id} {...{ Catalog, commands, navigate }} onClose={close} />;
}

function commandsOf(
  { accounts, account, views, navigate, switchTo, onSettings }: ManagerKeysProps,
  actions: readonly IconAction[],
  showHelp: () => void,
): readonly IconAction[] {
  return [
    ...views.map(({ hash, name, icon }) =>
      createAction(`view ${hash}`, icon, t('palette.goTo', { view: name }), () => navigate(hash)),
    ),
    ...actions,
    ...accounts.list
      .filter(({ id }) => id !== account.id)
      .map((each) => {
        const label = t('palette.switchTo', { account: getAccountLabel(each, accounts.list) });
        return createAction(`account ${each.id}`, 'account', label, () => switchTo(each.id));
      }),
    createAction('settings', 'settings', t('common.settings'), onSettings),
    createAction('help', 'question', t('help.title'), showHelp, '?'),
  ];
}

/** In the folder that Files shows, else in the top folder. */
function NewFolder(props: ManagerKeysProps & { readonly onClose: () => void }) {
  const { Catalog, account, state, outcome, onClose } = props;
  const { send } = useServices();
  const [snapshot, setSnapshot] = useState<Snapshot | null>(null);
  const parentId = state.folderId ?? '0';
  return (
    <>
      <Catalog accountId={account.id} onSnapshot={setSnapshot} />
      <NewFolderDialog
        parent={folderNameOf(snapshot, parentId)}
        onClose={onClose}
        onCreate={(name) => {
          const creating = send('folders.create', { accountId: account.id, parentId, name });
          return outcome.run(creating, () => t('folder.created', { name }));
        }}
      />
    </>
  );
}
