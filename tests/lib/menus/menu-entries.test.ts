import { describe, expect, it } from 'vitest';
import { i18n } from '#i18n';
import { emptyShortlist, rootFolder } from '../../../lib/folders/folder.ts';
import { findParentNames } from '../../../lib/folders/same-named.ts';
import { recordUse, withDefault, withPin } from '../../../lib/folders/shortlist.ts';
import {
  createMenuEntries,
  createMenuId,
  isOfMedia,
  isOfPdf,
  type MenuEntry,
  menuKinds,
  parseMenuAction,
} from '../../../lib/menus/menu-entries.ts';
import { defaults, type Settings } from '../../../lib/settings/settings.ts';

const getTitle = (entry: MenuEntry) => ('title' in entry ? entry.title : entry.type);
const shortlist = recordUse(
  withPin(withDefault(emptyShortlist, { id: '7', name: 'Films & more' }), { id: '8', name: '100%s' }, true),
  { id: '9', name: 'Talks' },
);

type Change = Partial<Omit<Parameters<typeof createMenuEntries>[0], 'settings'>>;

const allEntries = (change: Change = {}, settings: Partial<Settings> = {}) =>
  createMenuEntries({
    accountId: 'a1',
    shortlist,
    others: [],
    getText: i18n.t,
    ...change,
    settings: { ...defaults, ...settings },
  });

const listEntries = (change?: Change, settings?: Partial<Settings>, context: 'link' | 'page' = 'link') =>
  allEntries(change, settings).filter(({ contexts }) => contexts.includes(context));

describe('createMenuEntries', () => {
  it('has one entry, which opens the options, while there is no account', () => {
    const entries = listEntries({ accountId: null });
    expect(entries.map(getTitle)).toEqual(['Upload this link']);
    expect(parseMenuAction(entries[0]?.id ?? '')).toEqual({ kind: 'connect' });
  });

  it('lists default, pinned and recent folders below one top entry, then the picker', () => {
    const entries = listEntries();
    expect(entries[0]).toMatchObject({ id: 'upload', title: 'Upload this link' });
    expect(entries.slice(1).every(({ parentId }) => parentId === 'upload')).toBe(true);
    expect(entries.slice(1).map(getTitle)).toEqual([
      'Films && more',
      'separator',
      '100%\u2060s',
      'separator',
      'Talks',
      'My files',
      'separator',
      'Choose folder…',
      'New folder…',
      'Upload links on this page…',
    ]);
    expect(new Set(entries.map(({ id }) => id)).size).toBe(entries.length);
  });

  it('says on an empty part of a page that the page is uploaded, and never has two entries at once', () => {
    const others = [{ accountId: 'a2', name: 'Second', shortlist }];
    for (const [change, settings] of [
      [{ others }, {}],
      [{ accountId: null }, {}],
      [{}, { oneClick: true }],
    ] as const) {
      const [links, pages] = [listEntries(change, settings), listEntries(change, settings, 'page')];
      expect(pages[0] && getTitle(pages[0])).toBe('Upload this page');
      expect(pages.slice(1).map(getTitle)).toEqual(links.slice(1).map(getTitle));
      expect(pages.map(({ id }) => parseMenuAction(id))).toEqual(links.map(({ id }) => parseMenuAction(id)));
      const all = allEntries(change, settings);
      expect(new Set(all.map(({ id }) => id)).size).toBe(all.length);
      const ids = new Set(all.map(({ id }) => id));
      expect(all.every(({ parentId }) => parentId === undefined || ids.has(parentId))).toBe(true);
      expect(pages.every(({ contexts }) => contexts.length === 1)).toBe(true);
    }
  });

  it('names the clicked item: one top entry for each kind', () => {
    const all = allEntries();
    const tops = all.filter(({ parentId }) => parentId === undefined);
    expect(tops.map((each) => [getTitle(each), each.contexts])).toEqual([
      ['Upload this link', ['link', 'image', 'frame', 'selection']],
      ['Upload this video', ['video']],
      ['Upload this audio', ['audio']],
      ['Upload this page', ['page']],
      ['Upload this PDF', ['pdf']],
    ]);
    for (const { id, contexts } of all.filter((each) => parseMenuAction(each.id) !== null)) {
      expect(isOfMedia(id)).toBe(['video', 'audio'].includes(contexts[0] ?? ''));
      expect(isOfPdf(id)).toBe(contexts[0] === 'pdf');
    }
    expect(isOfMedia(createMenuId({ kind: 'send-to', accountId: 'a1', folderId: 'video' }))).toBe(false);
    const withoutMedia = allEntries({}, { menuMedia: false });
    expect(withoutMedia.filter(({ parentId }) => parentId === undefined)).toHaveLength(3);
  });

  it('has a submenu for each other account, whose entries name the account', () => {
    const named = (accountId: string, name: string) => ({ accountId, name, shortlist: emptyShortlist });
    const others = [{ ...named('a2', 'R&D'), shortlist }, named('a3', '\u200b')];
    const all = listEntries({ others });
    expect(new Set(all.map(({ id }) => id)).size).toBe(all.length);
    const [second, third] = all.filter(({ id }) => id.startsWith('account '));
    expect([second, third].map((each) => each && getTitle(each))).toEqual(['R&&D', 'a3']);
    const inside = all.filter(({ parentId }) => parentId === second?.id);
    expect(inside.map(getTitle)).toEqual([
      ...['Films && more', 'separator', '100%\u2060s', 'separator', 'Talks', 'My files'],
      ...['separator', 'Choose folder…', 'New folder…'],
    ]);
    const actions = inside.flatMap(({ id }) => parseMenuAction(id) ?? []);
    expect(actions.every((action) => 'accountId' in action && action.accountId === 'a2')).toBe(true);
    const many = Array.from({ length: 30 }, (_, at) => named(`b${at}`, `b${at}`));
    expect(listEntries({ others: many }).filter(({ id }) => id.startsWith('account '))).toHaveLength(8);
    expect(listEntries({ others }, { oneClick: true })).toHaveLength(1);
  });

  it('names the current account if there are others, in a disabled line', () => {
    const [top, current, first] = listEntries({ name: 'R&D' });
    expect([top, current].map((each) => each && getTitle(each))).toEqual(['Upload this link', 'R&&D']);
    expect(current).toMatchObject({ parentId: 'upload', enabled: false });
    expect(parseMenuAction(current?.id ?? '')).toBeNull();
    expect(first && getTitle(first)).toBe('Films && more');
  });

  it('names the parents of folders with the same name', () => {
    const folders = [
      { id: '1', name: '2026' },
      { id: '2', name: '2026' },
      { id: '3', name: 'Talks' },
    ];
    const recent = folders.reduce(recordUse, emptyShortlist);
    const known = [
      ...folders.map((folder) => ({ ...folder, parentId: folder.id === '1' ? '9' : '0' })),
      { id: '9', name: 'Films', parentId: '0' },
    ];
    const titles = listEntries({ shortlist: recent, parentNames: findParentNames(folders, known) }).map(
      getTitle,
    );
    expect(titles).toEqual(expect.arrayContaining(['2026 · Films', '2026 · My files', 'Talks']));
  });

  it('names the ids of folders with the same name if their parents don’t distinguish them', () => {
    const folders = [
      { id: '1', name: '2026' },
      { id: '2', name: '2026' },
      { id: '3', name: '2026' },
      { id: '4', name: '' },
    ];
    const shown = [rootFolder, ...folders];
    const titlesWith = (known: Parameters<typeof findParentNames>[1]) =>
      listEntries({
        shortlist: { ...emptyShortlist, recent: folders },
        parentNames: findParentNames(shown, known),
      }).map(getTitle);
    expect(titlesWith([])).toEqual(
      expect.arrayContaining(['2026 · Folder 1', '2026 · Folder 2', 'My files', 'Folder 4']),
    );
    const known = [
      { id: '1', name: '2026', parentId: '8' },
      { id: '2', name: '2026', parentId: '9' },
      { id: '3', name: '2026', parentId: '0' },
      { id: '8', name: 'Films', parentId: '0' },
      { id: '9', name: 'Films', parentId: '3' },
    ];
    expect(titlesWith(known)).toEqual(
      expect.arrayContaining(['2026 · Folder 1', '2026 · Folder 2', '2026 · My files']),
    );
  });

  it.each([
    ['', 'Folder 7'],
    [' \t\n', 'Folder 7'],
    ['\u0000\u200b\u007f', 'Folder 7'],
    ['\u00a0\u200b\u200d\ufeff\u2060\u3164\u2800', 'Folder 7'],
    ['  Films\n of\t2026 ', 'Films of 2026'],
    ['a\ud800b', 'a\ufffdb'],
    ['&', '&&'],
    ['x'.repeat(60), 'x'.repeat(60)],
    ['x'.repeat(61), `${'x'.repeat(59)}…`],
    [`${'x'.repeat(58)} ${'y'.repeat(9)}`, `${'x'.repeat(58)}…`],
    ['&'.repeat(70), `${'&&'.repeat(59)}…`],
    ['🎬'.repeat(61), `${'🎬'.repeat(59)}…`],
  ])('shows a folder called %j as %j', (name, title) => {
    const named = withDefault(emptyShortlist, { id: '7', name });
    const entries = listEntries({ shortlist: named });
    expect(entries[1] && getTitle(entries[1])).toBe(title);
  });

  it('encodes the action of an entry in its id', () => {
    const entries = listEntries();
    expect(parseMenuAction(entries[1]?.id ?? '')).toEqual({
      kind: 'send-to',
      accountId: 'a1',
      folderId: '7',
    });
    expect(parseMenuAction(entries.at(-3)?.id ?? '')).toEqual({ kind: 'choose', accountId: 'a1' });
    expect(parseMenuAction(entries.at(-2)?.id ?? '')).toEqual({ kind: 'create', accountId: 'a1' });
    expect(parseMenuAction(entries.at(-1)?.id ?? '')).toEqual({ kind: 'collect', accountId: 'a1' });
  });

  it('leaves out what is turned off, but never “Upload this link” on links', () => {
    const off = { menuMedia: false, menuPage: false, menuSelection: false };
    const lists = { menuCollect: false, menuPinned: false, menuRecent: false };
    const entries = listEntries({}, { ...off, ...lists });
    expect(entries.map(getTitle)).toEqual([
      'Upload this link',
      'Films && more',
      'separator',
      'Choose folder…',
      'New folder…',
    ]);
    expect(entries.map(({ contexts }) => contexts)).toEqual(Array(5).fill(['link']));
    const [entry] = listEntries({}, { menuPage: false });
    expect(entry?.contexts).toEqual(['link', 'image', 'selection']);
    expect(listEntries({}, { menuPage: false }, 'page')).toEqual([]);
  });

  it('is a single entry with one-click uploads', () => {
    const entries = listEntries({}, { oneClick: true });
    expect(entries).toHaveLength(1);
    expect(parseMenuAction(entries[0]?.id ?? '')).toEqual({ kind: 'send' });
  });
});

it('has a location for each kind', () => {
  const all = [...listEntries({ accountId: null }), ...listEntries({}, { oneClick: true }), ...listEntries()];
  const drawn = new Set(all.map(({ id }) => parseMenuAction(id)?.kind));
  expect(menuKinds.filter((kind) => !drawn.has(kind))).toEqual([]);
});

describe('parseMenuAction', () => {
  it.each(['', 'upload', '{}', '[]', '["send-to","a"]', '["choose"]', '["other","a"]', '[1]', 7])(
    'rejects %j',
    (id) => {
      expect(parseMenuAction(id)).toBeNull();
    },
  );
});
