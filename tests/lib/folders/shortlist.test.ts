import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { emptyShortlist, type FolderShortlist, rootFolder } from '../../../lib/folders/folder.ts';
import {
  listFolders,
  readShortlist,
  recordUse,
  withDefault,
  withoutFolder,
  withPin,
} from '../../../lib/folders/shortlist.ts';

const folder = (id: string, name = `Folder ${id}`) => ({ id, name });

describe('the shortlist', () => {
  it('keeps the five folders used last, newest first', () => {
    const ids = ['1', '2', '3', '4', '5', '6', '2'];
    const shortlist = ids.reduce((list, id) => recordUse(list, folder(id)), emptyShortlist);
    expect(shortlist.recent.map(({ id }) => id)).toEqual(['2', '6', '5', '4', '3']);
  });

  it('does not repeat the default or a pinned folder among the recent ones', () => {
    const pinned = withPin(withDefault(emptyShortlist, folder('1')), folder('2'), true);
    const after = recordUse(recordUse(recordUse(pinned, folder('1')), folder('2')), folder('3'));
    expect(after.recent.map(({ id }) => id)).toEqual(['3', '0']);
  });

  it('keeps a pin while its folder is the default, and lists it once', () => {
    const pinned = withPin(emptyShortlist, folder('1'), true);
    const asDefault = withDefault(pinned, folder('1'));
    expect(listFolders(asDefault).map(({ id }) => id)).toEqual(['1', '0']);
    expect(withDefault(asDefault, folder('2')).pinned).toEqual([folder('1')]);
  });

  it('updates a name wherever the folder is listed', () => {
    const list = withPin(withDefault(emptyShortlist, folder('1', 'Old')), folder('2', 'Old'), true);
    const renewed = recordUse(recordUse(list, folder('1', 'New')), folder('2', 'New'));
    expect([renewed.default.name, renewed.pinned[0]?.name]).toEqual(['New', 'New']);
  });

  it('falls back to the root if the default folder is missing', () => {
    const list = withoutFolder(withDefault(emptyShortlist, folder('1')), '1');
    expect(listFolders(list)).toEqual([rootFolder]);
  });

  const id = fc.constantFrom('0', '1', '2', '3', '4', '5', '6', '7', '8');
  const move = fc.oneof(
    id.map((i) => (list: FolderShortlist) => recordUse(list, folder(i))),
    id.map((i) => (list: FolderShortlist) => withDefault(list, folder(i))),
    fc.tuple(id, fc.boolean()).map(
      ([i, on]) =>
        (list: FolderShortlist) =>
          withPin(list, folder(i), on),
    ),
    id.map((i) => (list: FolderShortlist) => withoutFolder(list, i)),
  );

  it('shows each folder once after any moves, and is restored from storage', () => {
    fc.assert(
      fc.property(fc.array(move, { maxLength: 40 }), (moves) => {
        const list = moves.reduce((at, next) => next(at), emptyShortlist);
        const ids = listFolders(list).map((each) => each.id);
        expect(new Set(ids).size).toBe(ids.length);
        expect(list.recent.length).toBeLessThanOrEqual(5);
        expect(readShortlist(JSON.parse(JSON.stringify(list)))).toEqual(list);
      }),
    );
  });

  it('accepts any stored value', () => {
    fc.assert(
      fc.property(fc.anything(), (value) => {
        expect(listFolders(readShortlist(value)).every((each) => typeof each.id === 'string')).toBe(true);
      }),
    );
  });
});
