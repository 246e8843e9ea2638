/**
 * The context menu as data. Ids carry everything that a click needs (action, account, folder): the menu outlives the worker that
 * made it, and an entry may be clicked before anything was read from storage.
 *
 * `lib/menus`: entries, their drawing (`menu-drawing.ts`), the browser’s menu (`browser.ts`). A base module, for the background.
 */
import { type FolderRef, type FolderShortlist, otherPins, rootFolder } from '../folders/folder.ts';
import { boundTitle } from '../links/link.ts';
import type { Settings } from '../settings/settings.ts';

/** What is right-clicked, as browsers call it. */
export type MenuContext = 'link' | 'image' | 'video' | 'audio' | 'page' | 'frame' | 'selection';

export type MenuEntry = {
  readonly id: string;
  /** Where the entry is offered; not given: wherever it can be. */
  readonly contexts?: readonly MenuContext[];
  readonly parentId?: string;
} & ({ readonly title: string } | { readonly type: 'separator' });

/** The part of the menu that an entry is in. The first two are alone in the menu. */
type Section =
  | 'unconnected' // while no account is connected
  | 'one-click' // with the setting `oneClick`
  | 'folder' // for each folder on offer of each account
  | 'account' // below the folders of each account
  | 'page'; // once, below the current account, with the setting `menuCollect`

type Field = 'accountId' | 'folderId';

interface MenuItem {
  readonly section: Section;
  /** What the entry's id says beside the kind, in this order. */
  readonly fields: readonly Field[];
  /** Its text in `locales/`; of a folder, where its name shows nothing. */
  readonly text: string;
}

/** What a click on an entry can ask for. Each kind has a handler in `background/actions/menu-clicks.ts`. */
const menuItems = {
  connect: { section: 'unconnected', fields: [], text: 'menu.upload' },
  /** Into the account's default folder. */
  send: { section: 'one-click', fields: [], text: 'menu.upload' },
  'send-to': { section: 'folder', fields: ['accountId', 'folderId'], text: 'menu.unnamedFolder' },
  choose: { section: 'account', fields: ['accountId'], text: 'menu.chooseFolder' },
  /** Into a folder that is created first. */
  create: { section: 'account', fields: ['accountId'], text: 'folder.newDialog' },
  collect: { section: 'page', fields: ['accountId'], text: 'menu.collect' },
} as const satisfies Record<string, MenuItem>;

export type MenuKind = keyof typeof menuItems;
export type MenuAction = {
  [K in MenuKind]: { readonly kind: K } & {
    readonly [F in (typeof menuItems)[K]['fields'][number]]: string;
  } & { readonly [F in Field]?: string | undefined };
}[MenuKind];

export type GetMenuText = (
  key: (typeof menuItems)[MenuKind]['text'] | 'menu.rootFolder',
  values?: { readonly id: string },
) => string;

export const menuKinds = Object.keys(menuItems) as readonly MenuKind[];

interface AccountFolders {
  readonly accountId: string;
  readonly shortlist: FolderShortlist;
}

interface MenuState {
  /** Null while no account is connected. */
  readonly accountId: string | null;
  readonly shortlist: FolderShortlist;
  /** The accounts that are not current, to which links are sent without switching. */
  readonly others: readonly (AccountFolders & { readonly name: string })[];
  readonly settings: Pick<
    Settings,
    'oneClick' | 'menuMedia' | 'menuPage' | 'menuSelection' | 'menuCollect' | 'menuPinned' | 'menuRecent'
  >;
  readonly getText: GetMenuText;
}

/** Other accounts in the menu; the picker has all. */
const maxOthers = 8;

/** The id of the top entry, the parent of all others. */
export const rootEntryId = 'upload';

/** The menu's entries, parents before children. */
export function createMenuEntries(state: MenuState): readonly MenuEntry[] {
  const entries = createAllEntries(state);
  const { menuMedia, menuPage, menuSelection } = state.settings;
  if (menuMedia && menuPage && menuSelection) return entries;
  const contexts: readonly MenuContext[] = [
    'link',
    ...(menuMedia ? (['image', 'video', 'audio'] as const) : []),
    ...(menuPage ? (['page', 'frame'] as const) : []),
    ...(menuSelection ? (['selection'] as const) : []),
  ];
  return entries.map((entry) => ({ ...entry, contexts }));
}

function createAllEntries(state: MenuState): readonly MenuEntry[] {
  const { accountId, shortlist, others, settings, getText } = state;

  function listAt(section: Section, accountId = '', folder = rootFolder): readonly MenuEntry[] {
    const kinds = menuKinds.filter((kind) => menuItems[kind].section === section);
    return kinds.map((kind) => ({
      id: createMenuId({ kind, accountId, folderId: folder.id }),
      title: section === 'folder' ? createFolderTitle(folder, getText) : getText(menuItems[kind].text),
    }));
  }

  function listAccount(parentId: string, { accountId, shortlist }: AccountFolders): readonly MenuEntry[] {
    const listGroup = (isShown: boolean, name: string, folders: readonly FolderRef[]) =>
      isShown && folders.length > 0
        ? [
            createSeparator(name, parentId),
            ...folders.flatMap((folder) => listAt('folder', accountId, folder)),
          ]
        : [];
    return below(parentId, [
      ...listAt('folder', accountId, shortlist.default),
      ...listGroup(settings.menuPinned, 'pinned', otherPins(shortlist)),
      ...listGroup(settings.menuRecent, 'recent', shortlist.recent),
      createSeparator('choose', parentId),
      ...listAt('account', accountId),
    ]);
  }

  if (accountId === null) return listAt('unconnected');
  if (settings.oneClick) return listAt('one-click');
  return [
    { id: rootEntryId, title: getText('menu.upload') },
    ...listAccount(rootEntryId, { accountId, shortlist }),
    ...below(rootEntryId, [
      ...(settings.menuCollect ? listAt('page', accountId) : []),
      ...(others.length > 0 ? [createSeparator('accounts', rootEntryId)] : []),
    ]),
    ...others.slice(0, maxOthers).flatMap((other) => {
      const id = `account ${other.accountId}`;
      const title = formatTitle(other.name) || other.accountId;
      return [...below(rootEntryId, [{ id, title }]), ...listAccount(id, other)];
    }),
  ];
}

const below = (parentId: string, entries: readonly MenuEntry[]): readonly MenuEntry[] =>
  entries.map((entry) => ({ ...entry, parentId }));

const createSeparator = (before: string, parentId: string): MenuEntry => ({
  id: parentId === rootEntryId ? `before-${before}` : `before-${before} ${parentId}`,
  type: 'separator',
});

const createFolderTitle = ({ id, name }: FolderRef, getText: GetMenuText): string =>
  formatTitle(id === rootFolder.id ? getText('menu.rootFolder') : name) ||
  formatTitle(getText('menu.unnamedFolder', { id }));

/** Code points. */
const maxTitleLength = 60;

/** Empty where nothing of the name would be seen: browsers refuse an entry without a title. */
function formatTitle(name: string): string {
  const isBlank = /^[\p{Cc}\p{Z}\p{Default_Ignorable_Code_Point}\u2800]*$/u.test(name);
  if (isBlank) return '';
  const title = boundTitle(name);
  const characters = [...title];
  if (characters.length <= maxTitleLength) return escapeTitle(title);
  const start = characters.slice(0, maxTitleLength - 1).join('');
  return escapeTitle(`${start.trimEnd()}…`);
}

/** Escapes a name for a menu's title, where `&` marks an access key and `%s` is the selection. */
function escapeTitle(name: string): string {
  return name.replaceAll('&', '&&').replaceAll('%s', '%\u2060s');
}

export const createMenuId = (action: MenuAction): string =>
  JSON.stringify([action.kind, ...menuItems[action.kind].fields.map((field) => action[field])]);

/** What the entry with this id asks for; null where it is no id of an action. */
export function parseMenuAction(id: string | number): MenuAction | null {
  const [kind = '', accountId, folderId] = parseParts(String(id));
  const action = { kind, accountId, folderId };
  return isMenuAction(action) ? action : null;
}

const isMenuAction = (
  action: { readonly kind: string } & { readonly [F in Field]?: string | undefined },
): action is MenuAction =>
  menuKinds.some(
    (kind) => kind === action.kind && menuItems[kind].fields.every((field) => action[field] !== undefined),
  );

function parseParts(id: string): readonly string[] {
  try {
    const parts: unknown = JSON.parse(id);
    return Array.isArray(parts) ? parts.filter((part) => typeof part === 'string') : [];
  } catch {
    return [];
  }
}
