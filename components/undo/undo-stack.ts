/** What undo and redo affect, from a page's changes and its account's jobs. Pure. */

import type { EpochMs } from '../../lib/timing/units.ts';

export interface Change {
  readonly key: string;
  /** The change that this one undid. Null for a new change. */
  readonly undoes: string | null;
  readonly atMs: EpochMs;
}

interface UndoStack<C extends Change> {
  /** Newest last. */
  readonly undo: readonly C[];
  readonly redo: readonly C[];
}

/** A new change empties `redo`. */
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
