import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  createTree,
  type FolderTreeState,
  isSelectionShown,
  reduceTree,
  type TreeEvent,
  treeLines,
} from '../../../components/folders/tree.ts';
import { type TreeLine, treeKey } from '../../../components/folders/tree-lines.ts';

const folder = (id: string, name = id) => ({ id, name });
const grown = (...events: readonly TreeEvent[]) => events.reduce(reduceTree, createTree());
const listed = (id: string, ...ids: readonly string[]): TreeEvent => ({
  type: 'listed',
  id,
  folders: ids.map((each) => folder(each)),
});
const filtered = (tree: FolderTreeState, text: string) => reduceTree(tree, { type: 'filtered', text });
const shape = (lines: readonly TreeLine[]) =>
  lines.map(
    ({ id, level, isOpen }) => `${'  '.repeat(level - 1)}${id}${isOpen === null ? '' : isOpen ? ' -' : ' +'}`,
  );

const sample = grown(
  listed('0', 'a', 'b'),
  { type: 'opened', id: 'a' },
  listed('a', 'a1', 'a2'),
  listed('a1'),
);

describe('the lines', () => {
  it('are only the root at first, open and loading', () => {
    expect(shape(treeLines(createTree()))).toEqual(['0 -']);
  });
  it('are below their parents', () => {
    expect(shape(treeLines(sample))).toEqual(['0 -', '  a -', '    a1', '    a2 +', '  b +']);
  });
  it('are sorted by name, whatever the service’s order', () => {
    const folders = ['Part 10', 'Ähre', 'part 9', 'Zebra'].map((name) => folder(name));
    const tree = grown({ type: 'listed', id: '0', folders });
    const names = treeLines(tree).map(({ id }) => id);
    expect(names).toEqual(['0', 'Ähre', 'part 9', 'Part 10', 'Zebra']);
    const created = reduceTree(tree, { type: 'created', parentId: '0', folder: folder('Movies') });
    expect(treeLines(created)[2]?.id).toBe('Movies');
  });
  it('have their position among their siblings', () => {
    expect(treeLines(sample).find(({ id }) => id === 'b')).toMatchObject({ position: 2, setSize: 2 });
  });
  it('with a filter, show matches below their parents, ignoring case and accents', () => {
    const tree = grown(
      { type: 'listed', id: '0', folders: [folder('x', 'Épaves'), folder('y', 'Other')] },
      { type: 'listed', id: 'y', folders: [folder('z', 'epa 2')] },
    );
    expect(shape(treeLines(filtered(tree, ' EPA ')))).toEqual(['0 -', '  x +', '  y -', '    z +']);
    expect(treeLines(filtered(tree, 'nothing like it'))).toEqual([]);
    // Nothing inside matches, so it can't be opened.
    expect(shape(treeLines(filtered(tree, 'other')))).toEqual(['0 -', '  y']);
  });
});

describe('a filter', () => {
  const known = (
    isComplete: boolean,
    ...folders: readonly (readonly [string, string, string])[]
  ): TreeEvent => ({
    type: 'known',
    folders: folders.map(([id, parentId, name]) => ({ id, parentId, name, code: null })),
    isComplete,
  });
  const tree = grown(
    known(
      true,
      ['m', '0', 'Movies'],
      ['t', 'm', 'Trailers'],
      ['o', 't', 'Old trailers'],
      ['h', 'm', 'Home movies'],
    ),
  );
  const select = (text: string, from = tree) => filtered(from, text).selectedId;

  it('finds folders that were never opened, and selects the best match', () => {
    expect(select('trail')).toBe('t');
    expect(select('old')).toBe('o');
    // A name's start ranks before a word's start.
    expect(select('mov')).toBe('m');
    expect(select('home')).toBe('h');
    expect(select('ailers')).toBe('t');
  });
  it('selects nothing invisible', () => {
    const none = filtered(tree, 'music');
    expect(isSelectionShown(none)).toBe(false);
    expect(isSelectionShown(filtered(none, 'movies'))).toBe(true);
    expect(isSelectionShown(filtered(none, ''))).toBe(true);
  });
  it('keeps the match that the user selected while more folders are listed', () => {
    const chosen = reduceTree(filtered(tree, 'mov'), { type: 'selected', id: 'h' });
    expect(reduceTree(chosen, listed('t', 'movies')).selectedId).toBe('h');
  });
  it('keeps any line that the user selects, even without a match, until the text changes', () => {
    const chosen = reduceTree(filtered(tree, 'old'), { type: 'selected', id: 'm' });
    expect(isSelectionShown(chosen)).toBe(true);
    const listedAgain = reduceTree(chosen, listed('m', 't', 'h'));
    expect(listedAgain.selectedId).toBe('m');
    expect(isSelectionShown(listedAgain)).toBe(true);
    expect(filtered(listedAgain, 'olde').selectedId).toBe('m');
    expect(isSelectionShown(filtered(listedAgain, 'olde'))).toBe(false);
  });
  it('selects a better match that is listed later, until the user has chosen', () => {
    const waiting = filtered(grown(listed('0', 'a', 'my deep')), 'deep');
    expect(waiting.selectedId).toBe('my deep');
    expect(reduceTree(waiting, listed('a', 'deep')).selectedId).toBe('deep');
    const chosen = reduceTree(waiting, { type: 'selected', id: 'my deep' });
    expect(reduceTree(chosen, listed('a', 'deep')).selectedId).toBe('my deep');
    expect(reduceTree(chosen, listed('0', 'a')).selectedId).toBe('0');
  });
  it('finds the root by its displayed name, after its folders', () => {
    expect(select('my fi')).toBe('0');
    expect(isSelectionShown(filtered(tree, 'my files'))).toBe(true);
    expect(select('m')).toBe('m');
  });
  it('selects a match that is listed later', () => {
    const waiting = filtered(grown(listed('0', 'a')), 'deep');
    expect(isSelectionShown(waiting)).toBe(false);
    expect(reduceTree(waiting, listed('a', 'deep')).selectedId).toBe('deep');
  });
  it('keeps the selected folder visible when it is cleared', () => {
    const emptied = filtered(filtered(tree, 'old'), '');
    expect(treeLines(emptied).map(({ id }) => id)).toEqual(['0', 'm', 'h', 't', 'o']);
  });
  it('shows no folder as empty until all folders are known', () => {
    const some = grown(known(false, ['m', '0', 'Movies']));
    expect(shape(treeLines(some))).toEqual(['0 -', '  m +']);
    expect(shape(treeLines(grown(known(true, ['m', '0', 'Movies']))))).toEqual(['0 -', '  m']);
  });
});

describe('reduceTree', () => {
  it('the service’s listing replaces the catalog’s, and deselects deleted folders', () => {
    const known: TreeEvent = {
      type: 'known',
      folders: ['a', 'b'].map((id) => ({ id, name: id, parentId: '0', code: null })),
      isComplete: true,
    };
    const tree = grown(known, { type: 'selected', id: 'b' }, listed('0', 'a', 'c'), known);
    expect(treeLines(tree).map(({ id }) => id)).toEqual(['0', 'a', 'c']);
    expect(tree.selectedId).toBe('0');
  });
  it('a folder that is listed twice is shown once, in the first place', () => {
    const tree = grown(listed('0', 'a', 'a', 'b'), listed('a', 'b', '0', 'a', 'c'), {
      type: 'opened',
      id: 'a',
    });
    expect(shape(treeLines(tree))).toEqual(['0 -', '  a -', '    c +', '  b +']);
  });
  it('closing a folder moves the selection up to it', () => {
    const tree = [{ type: 'selected', id: 'a2' } as const, { type: 'closed', id: 'a' } as const].reduce(
      reduceTree,
      sample,
    );
    expect(tree.selectedId).toBe('a');
  });
  it('a new folder is selected and visible', () => {
    const tree = reduceTree(sample, { type: 'created', parentId: 'b', folder: folder('new') });
    expect(tree.selectedId).toBe('new');
    expect(treeLines(tree).map(({ id }) => id)).toContain('new');
  });
  it('a new folder is added to its siblings', () => {
    const tree = reduceTree(sample, { type: 'created', parentId: 'a', folder: folder('a3') });
    expect(tree.nodes.get('a')?.children).toEqual(['a1', 'a2', 'a3']);
  });
  it('selects the suggested folder once it is known, at any depth', () => {
    const tree = createTree('a1');
    expect(isSelectionShown(tree)).toBe(false);
    const known = { id: 'a', name: 'a', parentId: '0', code: null };
    const found = reduceTree(tree, {
      type: 'known',
      folders: [known, { ...known, id: 'a1', name: 'a1', parentId: 'a' }],
      isComplete: true,
    });
    expect(found.selectedId).toBe('a1');
    expect(treeLines(found).map(({ id }) => id)).toContain('a1');
    expect(isSelectionShown(found)).toBe(true);
  });
  it.each<[string, TreeEvent, string]>([
    ['selects', { type: 'selected', id: 'b' }, 'b'],
    ['filters', { type: 'filtered', text: 'b' }, 'b'],
  ])('a user who %s overrides the suggestion', (_, event, selectedId) => {
    const tree = [listed('0', 'b'), event, listed('0', 'a', 'b')].reduce(reduceTree, createTree('a'));
    expect(tree.selectedId).toBe(selectedId);
  });
  it('a suggested folder that isn’t listed leaves the top folder selected', () => {
    const tree = reduceTree(createTree('gone'), listed('0', 'a'));
    expect(tree.selectedId).toBe('0');
    expect(isSelectionShown(tree)).toBe(true);
  });
  it('a failure is kept until the next request', () => {
    const problem = { code: 'timeout', msg: null } as const;
    const failed = reduceTree(createTree(), { type: 'failed', id: '0', problem });
    expect(failed.nodes.get('0')).toMatchObject({ problem, isLoading: false });
    expect(reduceTree(failed, { type: 'requested', id: '0' }).nodes.get('0')).toMatchObject({
      problem: null,
      isLoading: true,
    });
  });

  it('any listing gives a finite tree without duplicates', () => {
    const id = fc.constantFrom('0', 'a', 'b', 'c', 'd');
    const event = fc.oneof(
      fc.record({
        type: fc.constant('listed' as const),
        id,
        folders: fc.array(id.map((each) => folder(each))),
      }),
      fc.record({ type: fc.constantFrom('opened' as const, 'closed' as const, 'selected' as const), id }),
      fc.record({
        type: fc.constant('created' as const),
        parentId: id,
        folder: id.map((each) => folder(each)),
      }),
    );
    fc.assert(
      fc.property(fc.array(event), (events) => {
        const tree = events.reduce(reduceTree, createTree());
        const ids = treeLines(tree).map((line) => line.id);
        expect(new Set(ids).size).toBe(ids.length);
      }),
    );
  });
});

describe('the keyboard', () => {
  const press = (key: string, from: string) => {
    const text = key.length === 1 ? key : '';
    return treeKey({ key, text, shift: false }, treeLines(sample), from, ({ name }) => name);
  };
  const select = (id: string) => ({ type: 'selected', id });

  it.each([
    ['ArrowDown', 'a', select('a1')],
    ['ArrowUp', 'a1', select('a')],
    ['ArrowUp', '0', null],
    ['ArrowDown', 'b', null],
    ['Home', 'b', select('0')],
    ['End', '0', select('b')],
    ['forward', 'b', { type: 'opened', id: 'b' }],
    ['forward', 'a', select('a1')],
    ['forward', 'a1', null],
    ['back', 'a', { type: 'closed', id: 'a' }],
    ['back', 'a2', select('a')],
    ['b', 'a', select('b')],
    ['a', 'a', select('a1')],
    ['a', 'b', select('a')],
    ['F5', 'a', null],
    [' ', 'a', null],
  ])('%s on %s', (key, from, event) => {
    expect(press(key, from)).toEqual(event);
  });

  it('skips notes', () => {
    const lines = treeLines(sample).flatMap((line) => [
      line,
      { ...line, id: `note ${line.id}`, isNote: true },
    ]);
    const go = (key: string, from: string) =>
      treeKey({ key, text: '', shift: false }, lines, from, ({ name }) => name);
    expect([go('ArrowDown', 'a'), go('ArrowUp', 'a1'), go('End', '0')]).toEqual(['a1', 'a', 'b'].map(select));
  });

  it('an invisible selection moves to the first line', () => {
    expect(press('ArrowDown', 'elsewhere')).toEqual(select('0'));
  });
});
