/** For any order of changes. */
import fc from 'fast-check';
import { expect, it, test } from 'vitest';
import { type Change, createUndoStack } from '../../../components/undo/undo-stack.ts';

let atMs = 0;
function change(key: string, undoes: string | null = null): Change {
  atMs += 1;
  return { key, undoes, atMs };
}
const keysOf = (changes: readonly Change[]) => {
  const { undo, redo } = createUndoStack(changes);
  return [undo, redo].map((stack) => stack.map(({ key }) => key).join(' '));
};

it.each([
  ['changes are undone from the newest on', ['rename', 'move'], ['rename move', '']],
  ['what was undone is left out', ['rename', 'move', 'back:move'], ['rename', 'back']],
  [
    'the next undo goes on, and redo begins with what was undone last',
    ['rename', 'move', 'back:move', 'back2:rename'],
    ['', 'back back2'],
  ],
  ['a redo can be undone', ['move', 'back:move', 'again:back'], ['again', '']],
  ['something new can’t be followed by a redo', ['move', 'back:move', 'rename'], ['rename', '']],
  ['an older one may be undone first', ['rename', 'move', 'back:rename'], ['move', 'back']],
  ['what took back something unknown is no change', ['move', 'back:nothing'], ['move', '']],
])('%s', (_, changes, stacks) => {
  expect(
    keysOf(
      changes.map((each) => {
        const [key = '', undoes = null] = each.split(':');
        return change(key, undoes);
      }),
    ),
  ).toEqual(stacks);
});

it('sorts by time: jobs are read together with the page’s changes', () => {
  const [first, second, third] = [change('first'), change('second'), change('third', 'second')];
  expect(keysOf([third, first, second])).toEqual(['first', 'third']);
});

test('behaves like an editor’s, whatever is done', () => {
  const steps = fc.array(fc.constantFrom('act', 'undo', 'redo'), { maxLength: 40 });
  fc.assert(
    fc.property(steps, (all) => {
      const log: Change[] = [];
      // Each entry is the original change.
      let model = { undo: [] as string[], redo: [] as string[] };
      const originOf = ({ key, undoes }: Change): string => {
        const source = log.find((each) => each.key === undoes);
        return source ? originOf(source) : key;
      };
      for (const [at, step] of all.entries()) {
        if (step === 'act') {
          log.push(change(`${at}`));
          model = { undo: [...model.undo, `${at}`], redo: [] };
          continue;
        }
        const top = createUndoStack(log)[step === 'undo' ? 'undo' : 'redo'].at(-1);
        const from = step === 'undo' ? model.undo : model.redo;
        const moved = from.at(-1);
        expect(top && originOf(top)).toBe(moved);
        if (top === undefined || moved === undefined) continue;
        log.push(change(`${at}`, top.key));
        model =
          step === 'undo'
            ? { undo: model.undo.slice(0, -1), redo: [...model.redo, moved] }
            : { undo: [...model.undo, moved], redo: model.redo.slice(0, -1) };
      }
      const { undo, redo } = createUndoStack(log);
      expect(undo.map(originOf)).toEqual(model.undo);
      expect(redo.map(originOf)).toEqual(model.redo);
    }),
  );
});
