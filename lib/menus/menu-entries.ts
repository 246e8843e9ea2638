/**
 * The context menu as data: which entries it has, for what, in which order, and what an entry's id means.
 *
 * Ids carry everything that a click needs (action, account, folder), because the menu outlives the worker that made
 * it, and an entry may be clicked before anything was read from storage.
 *
 * `lib/menus`: the entries, their drawing (`menu-drawing.ts`) and the browser’s menu (`browser.ts`). A base module, for
 * the background.
 */
import { type FolderRef, type FolderShortlist, otherPins } from '../folders/folder.ts';
import { boundTitle } from '../links/link.ts';
import type { Settings } from '../settings/settings.ts';

/** What is right-clicked, as browsers call it. */
export type MenuContext = 'link' | 'image' | 'video' | 'audio' | 'page' | 'frame' | 'selection';

interface TitledEntry {
  readonly id: string;
  /** Where the entry is offered; not given: wherever it can be. */
  readonly contexts?: readonly MenuContext[];
  readonly parentId?: string;
  readonly title: string;
}

interface SeparatorEntry {
  readonly id: string;
  readonly contexts?: readonly MenuContext[];
  readonly parentId: string;
  readonly type: 'separator';
}

export type MenuEntry = TitledEntry | SeparatorEntry;

/** What a click on an entry can ask for, and what its id says beside that. Each kind has a handler in `menu-clicks.ts`. */
const idFields = {
  /** One click is enough: into the account's default folder. */
  send: [],
  'send-to': ['accountId', 'folderId'],
  choose: ['accountId'],
  /** Into a folder that is created first. */
  create: ['accountId'],
  /** The links of the whole page, to choose from. */
  collect: ['accountId'],
  /** Nothing is connected yet. */
  connect: [],
} as const satisfies Record<string, readonly ('accountId' | 'folderId')[]>;

export type MenuKind = keyof typeof idFields;
export type MenuAction = {
  [K in MenuKind]: { readonly kind: K } & { readonly [F in (typeof idFields)[K][number]]: string };
}[MenuKind];

export interface MenuTexts {
  readonly upload: string;
  readonly chooseFolder: string;
  readonly newFolder: string;
  readonly collect: string;
  readonly rootFolder: string;
  /** For a folder whose name shows nothing. */
  readonly unnamedFolder: (id: string) => string;
}

type MenuSettings = Pick<
  Settings,
  'oneClick' | 'menuMedia' | 'menuPage' | 'menuSelection' | 'menuCollect' | 'menuPinned' | 'menuRecent'
>;

/** An account that links are sent to without switching. */
export interface OtherAccount {
  readonly accountId: string;
  readonly name: string;
  readonly shortlist: FolderShortlist;
}

/** Other accounts in the menu; the picker has all. */
const maxOthers = 8;

interface MenuState {
  /** Null while no account is connected. */
  readonly accountId: string | null;
  readonly shortlist: FolderShortlist;
  /** The accounts that are not current. */
  readonly others: readonly OtherAccount[];
  readonly settings: MenuSettings;
  readonly texts: MenuTexts;
}

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

function createAllEntries({
  accountId,
  shortlist,
  others,
  settings,
  texts,
}: MenuState): readonly MenuEntry[] {
  if (accountId === null) return [{ id: createMenuId({ kind: 'connect' }), title: texts.upload }];
  if (settings.oneClick) return [{ id: createMenuId({ kind: 'send' }), title: texts.upload }];
  const ofOther = (other: OtherAccount): readonly MenuEntry[] => {
    const parentId = `account ${other.accountId}`;
    const title = formatTitle(other.name) || other.accountId;
    return [{ id: parentId, parentId: rootEntryId, title }, ...createFolderEntries(parentId, other)];
  };
  /** Folders of an account, and the picker for all of them. */
  function createFolderEntries(
    parentId: string,
    { accountId, shortlist }: Pick<OtherAccount, 'accountId' | 'shortlist'>,
  ): readonly MenuEntry[] {
    const folder = ({ id, name }: FolderRef): MenuEntry => ({
      id: createMenuId({ kind: 'send-to', accountId, folderId: id }),
      parentId,
      title: formatTitle(id === '0' ? texts.rootFolder : name) || formatTitle(texts.unnamedFolder(id)),
    });
    const group = (isShown: boolean, name: string, folders: readonly FolderRef[]): readonly MenuEntry[] =>
      !isShown || folders.length === 0 ? [] : [createSeparator(name, parentId), ...folders.map(folder)];
    return [
      folder(shortlist.default),
      ...group(settings.menuPinned, 'pinned', otherPins(shortlist)),
      ...group(settings.menuRecent, 'recent', shortlist.recent),
      createSeparator('choose', parentId),
      { id: createMenuId({ kind: 'choose', accountId }), parentId, title: texts.chooseFolder },
      { id: createMenuId({ kind: 'create', accountId }), parentId, title: texts.newFolder },
    ];
  }

  return [
    { id: rootEntryId, title: texts.upload },
    ...createFolderEntries(rootEntryId, { accountId, shortlist }),
    ...(settings.menuCollect
      ? [{ id: createMenuId({ kind: 'collect', accountId }), parentId: rootEntryId, title: texts.collect }]
      : []),
    ...(others.length > 0 ? [createSeparator('accounts', rootEntryId)] : []),
    ...others.slice(0, maxOthers).flatMap(ofOther),
  ];
}

const createSeparator = (before: string, parentId: string): MenuEntry => ({
  id: parentId === rootEntryId ? `before-${before}` : `before-${before} ${parentId}`,
  parentId,
  type: 'separator',
});

/** Characters that a title has at most. */
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

/** The id of the entry that asks for this. */
export function createMenuId(action: MenuAction): string {
  return JSON.stringify([action.kind, ...idFields[action.kind].map((field) => Reflect.get(action, field))]);
}

/** What the entry with this id asks for; null where it is no id of an action. */
export function parseMenuAction(id: string | number): MenuAction | null {
  const [kind = '', ...values] = parseParts(String(id));
  if (!isMenuKind(kind) || values.length < idFields[kind].length) return null;
  const fields = idFields[kind].map((field, at) => [field, values[at]]);
  return { kind, ...Object.fromEntries(fields) } as MenuAction;
}

const isMenuKind = (kind: string): kind is MenuKind => Object.hasOwn(idFields, kind);

function parseParts(id: string): readonly string[] {
  try {
    const parts: unknown = JSON.parse(id);
    return Array.isArray(parts) ? parts.filter((part) => typeof part === 'string') : [];
  } catch {
    return [];
  }
}
