/**
 * The context menu as data. Ids contain everything that a click needs (action, account, folder): the menu outlives the worker that created
 * it, and an entry may be clicked before anything was read from storage.
 *
 * `lib/menus`: entries, their drawing (`menu-drawing.ts`), the browser’s menu (`browser.ts`). For the background.
 */
import { type FolderRef, type FolderShortlist, otherPins, rootFolder, rootId } from '../folders/folder.ts';
import { boundTitle } from '../links/link.ts';
import type { Settings } from '../settings/settings.ts';

/** What was right-clicked, by the browsers' names, except for `pdf`: a PDF in Chromium, where it isn't a page. */
export type MenuContext = 'link' | 'image' | 'video' | 'audio' | 'page' | 'frame' | 'selection' | 'pdf';

type Entry = {
  readonly id: string;
  readonly parentId?: string;
} & ({ readonly title: string; readonly enabled?: false } | { readonly type: 'separator' });

export type MenuEntry = Entry & { readonly contexts: readonly MenuContext[] };

/** Entries of the first two sections are alone in the menu. */
type Section =
  | 'unconnected' // while no account is connected
  | 'one-click' // with the setting `oneClick`
  | 'folder' // for each offered folder of each account
  | 'account' // below the folders of each account
  | 'page'; // once, below the current account, with the setting `menuCollect`

type Field = 'accountId' | 'folderId';

interface MenuItem {
  readonly section: Section;
  /** In the entry's id, in this order. */
  readonly fields: readonly Field[];
  /** In `locales/`. For a folder, used if its name is blank. */
  readonly text: string;
}

/** Each kind has a handler in `background/actions/menu-clicks.ts`. */
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

type Text = (typeof menuItems)[MenuKind]['text'];

/**
 * The whole menu is below each of these. Browsers group two that match under the extension's name, one level deeper, and Chromium doesn't
 * let us change the menu before it is shown. So as few as possible match at once. Images share the entry of links, because most images on
 * pages are in links. `page` is offered where nothing else is.
 */
const topEntries = [
  { id: 'upload', name: [], text: 'menu.upload', contexts: ['link', 'image', 'frame', 'selection'] },
  { id: 'upload-video', name: ['video'], text: 'menu.video', contexts: ['video'] },
  { id: 'upload-audio', name: ['audio'], text: 'menu.audio', contexts: ['audio'] },
  { id: 'upload-page', name: ['page'], text: 'send.page', contexts: ['page'] },
  { id: 'upload-pdf', name: ['pdf'], text: 'menu.pdf', contexts: ['pdf'] },
] as const;

type TopEntry = (typeof topEntries)[number];

export type GetMenuText = (
  key: Text | TopEntry['text'] | 'menu.rootFolder',
  values?: { readonly id: string },
) => string;

export const menuKinds = Object.keys(menuItems) as readonly MenuKind[];

interface AccountFolders {
  readonly accountId: string;
  readonly shortlist: FolderShortlist;
  /** By id, for folders with the same name. */
  readonly parentNames?: ReadonlyMap<string, string | null> | undefined;
}

interface MenuState {
  /** Null while no account is connected. */
  readonly accountId: string | null;
  /** Set if there are other accounts. */
  readonly name?: string | undefined;
  readonly shortlist: FolderShortlist;
  readonly parentNames?: ReadonlyMap<string, string | null> | undefined;
  /** Links can be sent to these without switching accounts. */
  readonly others: readonly (AccountFolders & { readonly name: string })[];
  readonly settings: Pick<
    Settings,
    'oneClick' | 'menuMedia' | 'menuPage' | 'menuSelection' | 'menuCollect' | 'menuPinned' | 'menuRecent'
  >;
  readonly getText: GetMenuText;
}

/** The picker lists all. */
const maxOthers = 8;

/** Parents before children. */
export function createMenuEntries(state: MenuState): readonly MenuEntry[] {
  const { menuMedia, menuPage, menuSelection } = state.settings;
  const isOn: Readonly<Record<MenuContext, boolean>> = {
    link: true,
    image: menuMedia,
    video: menuMedia,
    audio: menuMedia,
    page: menuPage,
    frame: menuPage,
    pdf: menuPage,
    selection: menuSelection,
  };
  return topEntries.flatMap((top) => {
    const contexts = top.contexts.filter((context) => isOn[context]);
    return contexts.length === 0 ? [] : createBelow(top, state).map((entry) => ({ ...entry, contexts }));
  });
}

function createBelow(top: TopEntry, state: MenuState): readonly Entry[] {
  const { accountId, name, shortlist, parentNames, others, settings, getText } = state;

  function listAt(
    section: Section,
    accountId = '',
    folder = rootFolder,
    parentName?: string | null,
  ): readonly Entry[] {
    const kinds = menuKinds.filter((kind) => menuItems[kind].section === section);
    return kinds.map((kind) => {
      const { text } = menuItems[kind];
      const title = section === 'folder' ? createFolderTitle(folder, parentName, getText) : getText(text);
      return {
        id: createMenuId({ kind, accountId, folderId: folder.id }, top.name),
        title: text === 'menu.upload' ? getText(top.text) : title,
      };
    });
  }

  const separatorId = (before: string, parentId: string) =>
    parentId === topEntries[0].id ? `before-${before}` : `before-${before} ${parentId}`;
  const createSeparator = (before: string, parentId: string) =>
    ({ id: separatorId(before, parentId), type: 'separator' }) as const;

  function listAccount(
    parentId: string,
    { accountId, shortlist, parentNames }: AccountFolders,
  ): readonly Entry[] {
    const listFolder = (folder: FolderRef) =>
      listAt('folder', accountId, folder, parentNames?.get(folder.id));
    const listGroup = (isShown: boolean, name: string, folders: readonly FolderRef[]) =>
      isShown && folders.length > 0 ? [createSeparator(name, parentId), ...folders.flatMap(listFolder)] : [];
    return below(parentId, [
      ...listFolder(shortlist.default),
      ...listGroup(settings.menuPinned, 'pinned', otherPins(shortlist)),
      ...listGroup(settings.menuRecent, 'recent', shortlist.recent),
      createSeparator('choose', parentId),
      ...listAt('account', accountId),
    ]);
  }

  if (accountId === null) return listAt('unconnected');
  if (settings.oneClick) return listAt('one-click');
  return [
    { id: top.id, title: getText(top.text) },
    // Says which account the entries are for.
    ...below(
      top.id,
      name
        ? [{ id: ['current', ...top.name].join(' '), title: formatTitle(name) || accountId, enabled: false }]
        : [],
    ),
    ...listAccount(top.id, { accountId, shortlist, parentNames }),
    ...below(top.id, [
      ...(settings.menuCollect ? listAt('page', accountId) : []),
      ...(others.length > 0 ? [createSeparator('accounts', top.id)] : []),
    ]),
    ...others.slice(0, maxOthers).flatMap((other) => {
      const id = ['account', other.accountId, ...top.name].join(' ');
      const title = formatTitle(other.name) || other.accountId;
      return [...below(top.id, [{ id, title }]), ...listAccount(id, other)];
    }),
  ];
}

const below = (parentId: string, entries: readonly Entry[]): readonly Entry[] =>
  entries.map((entry) => ({ ...entry, parentId }));

/** @param parentName given if other folders have the same name. Empty: the parent is the root */
function createFolderTitle(
  { id, name }: FolderRef,
  parentName: string | null | undefined,
  getText: GetMenuText,
): string {
  const root = getText('menu.rootFolder');
  const byId = getText('menu.unnamedFolder', { id });
  const parent = parentName === undefined ? '' : ` · ${parentName === null ? byId : parentName || root}`;
  const isBlank = formatTitle(name) === '' && id !== rootId;
  return formatTitle(`${isBlank ? byId : id === rootId ? root : name}${parent}`);
}

/** In code points. */
const maxTitleLength = 60;

/** Empty if nothing in the name is visible, because browsers reject an entry without a title. */
function formatTitle(name: string): string {
  const isBlank = /^[\p{Cc}\p{Z}\p{Default_Ignorable_Code_Point}\u2800]*$/u.test(name);
  if (isBlank) return '';
  const title = boundTitle(name);
  const characters = [...title];
  if (characters.length <= maxTitleLength) return escapeTitle(title);
  const start = characters.slice(0, maxTitleLength - 1).join('');
  return escapeTitle(`${start.trimEnd()}…`);
}

/** In a menu's title, `&` marks an access key and `%s` is the selection. */
function escapeTitle(name: string): string {
  return name.replaceAll('&', '&&').replaceAll('%s', '%\u2060s');
}

/** @param name distinguishes the id from those of the same action below other top entries */
export const createMenuId = (action: MenuAction, name: readonly string[] = []): string =>
  JSON.stringify([action.kind, ...menuItems[action.kind].fields.map((field) => action[field]), ...name]);

/** For the clicked video or audio, even if that is in a link. */
export const isOfMedia = (id: string | number): boolean => ['video', 'audio'].includes(parseName(id));

/** For the PDF, whatever was clicked in it. */
export const isOfPdf = (id: string | number): boolean => parseName(id) === 'pdf';

function parseName(id: string | number): string {
  const parts = parseParts(String(id));
  const kind = menuKinds.find((each) => each === parts[0]);
  // A folder's id may be any text.
  return (kind && parts[1 + menuItems[kind].fields.length]) ?? '';
}

/** Null if it isn't the id of an action. */
export function parseMenuAction(id: string | number): MenuAction | null {
  const [name, ...values] = parseParts(String(id));
  const kind = menuKinds.find((each) => each === name);
  if (kind === undefined) return null;
  const { fields } = menuItems[kind];
  if (values.length < fields.length) return null;
  return { kind, ...Object.fromEntries(fields.map((field, at) => [field, values[at]])) } as MenuAction;
}

function parseParts(id: string): readonly string[] {
  try {
    const parts: unknown = JSON.parse(id);
    return Array.isArray(parts) ? parts.filter((part) => typeof part === 'string') : [];
  } catch {
    return [];
  }
}
