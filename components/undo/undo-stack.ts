/** Computes what undo and redo affect, from the changes of a page and the jobs of its account. Pure. */

import type { EpochMs } from '../../lib/timing/units.ts';

/** A change, or the undo of one. */
export interface Change {
  readonly key: string;
  /** Key of the change that this one undid. Null for a new change. */
  readonly undoes: string | null;
  readonly atMs: EpochMs;
}

export interface UndoStack<C extends Change> {
  /** The newest is last, also in `redo`. */
  readonly undo: readonly C[];
  readonly redo: readonly C[];
}

/** A new change empties the redo stack. An undo moves its change to the other stack. */
export function createUndoStack<C extends Change>(changes: readonly C[]): UndoStack<C> {
  let undo: readonly C[] = [];
  let redo: readonly C[] = [];
  const without = (stack: readonly C[], key: string) => stack.filter((each) => each.key !== key);
  for (const change of changes.toSorted((one, other) => one.atMs - other.atMs)) {
    const { undoes } = change;
    if (undoes === null) {
      undo = [...undo, change];
      redo = [];
    } else if (undo.some(({ key }) => key === undoes)) {
      undo = without(undo, undoes);
      redo = [...redo, change];
    } else if (redo.some(({ key }) => key === undoes)) {
      redo = without(redo, undoes);
      undo = [...undo, change];
    }
  }
  return { undo, redo };
}
