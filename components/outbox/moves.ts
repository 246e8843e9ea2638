/** Where a waiting link goes when the user moves it. Pure. */

export type Direction = 'up' | 'down' | 'first' | 'last';

/** What 'outbox.reorder' is asked for, and where the link stands then. */
export interface Move {
  readonly ids: readonly [string];
  /** Null: to the end. */
  readonly beforeId: string | null;
  /** 1 for the first. */
  readonly place: number;
}

/** The queue after a move: how it stands until it is read again. */
export function queueAfter(queue: readonly string[], { ids: [id], place }: Move): readonly string[] {
  return queue.filter((other) => other !== id).toSpliced(place - 1, 0, id);
}

/** `queue`: the ids of all waiting links in their order. Null where the link is not among them or has nowhere to go. */
export function moveOf(queue: readonly string[], id: string, direction: Direction): Move | null {
  const at = queue.indexOf(id);
  const to = { up: at - 1, down: at + 1, first: 0, last: queue.length - 1 }[direction];
  if (at === -1 || to === at || to < 0 || to >= queue.length) return null;
  const others = queue.filter((other) => other !== id);
  return { ids: [id], beforeId: others[to] ?? null, place: to + 1 };
}
