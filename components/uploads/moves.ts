/** Where an upload goes in the queue when the user moves it. Pure. */

export type MoveDirection = 'up' | 'down' | 'first' | 'last';

/** What `uploads.reorder` is asked for, and the place that it leads to. */
export interface Move {
  readonly ids: readonly [string];
  /** Null: to the end. */
  readonly beforeId: string | null;
  /** 1 for the first. */
  readonly position: number;
}

/** The queue after a move, until it is read again. */
export function applyMove(queue: readonly string[], { ids: [id], position: place }: Move): readonly string[] {
  return queue.filter((other) => other !== id).toSpliced(place - 1, 0, id);
}

/** `queue`: ids in their order. Null where the upload is not among them or has nowhere to go. */
export function planMove(queue: readonly string[], id: string, direction: MoveDirection): Move | null {
  const at = queue.indexOf(id);
  const to = { up: at - 1, down: at + 1, first: 0, last: queue.length - 1 }[direction];
  if (at === -1 || to === at || to < 0 || to >= queue.length) return null;
  const others = queue.filter((other) => other !== id);
  return { ids: [id], beforeId: others[to] ?? null, position: to + 1 };
}
