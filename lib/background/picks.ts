/**
 * Picks: links that wait for the user to choose a folder in the picker window.
 *
 * They live in `storage.session`: a pick outlives the worker, but neither the browser nor, for links from a private
 * window, anything on disk.
 */
import type { LinkDraft } from '../links/link.ts';
import type { Pick } from '../protocol.ts';
import { type StorageArea, stored } from '../storage/stored.ts';

/** A pick with what only the background needs to know of it. */
export interface StoredPick extends Pick {
  readonly private: boolean;
}

export interface Picks {
  /** Stores a pick, as a new one or in place of the one with this id, and gives its id. */
  put(pick: StoredPick, id?: string): Promise<string>;
  /** The pick, or null where it is not there any more. */
  get(id: string): Promise<StoredPick | null>;
  drop(id: string): Promise<void>;
}

export function createPicks(session: StorageArea, makeId: () => string): Picks {
  const pick = (id: string) => stored(session, `pick:${id}`, readPick);
  return {
    async put(value, id = makeId()) {
      await pick(id).set(value);
      return id;
    },
    get: (id) => pick(id).get(),
    drop: (id) => pick(id).remove(),
  };
}

const reasons: readonly Pick['reason'][] = ['choose', 'duplicate', 'unusable', 'unreadable', 'fault'];

function readPick(value: unknown): StoredPick | null {
  if (typeof value !== 'object' || value === null) return null;
  const { reason, accountId, links, clicked, private: isPrivate } = value as Record<string, unknown>;
  if (typeof accountId !== 'string' || !Array.isArray(links)) return null;
  return {
    reason: reasons.find((each) => each === reason) ?? 'choose',
    accountId,
    links: links.filter(isDraft),
    clicked: typeof clicked === 'string' ? clicked : null,
    private: isPrivate === true,
  };
}

function isDraft(value: unknown): value is LinkDraft {
  return typeof value === 'object' && value !== null && 'url' in value && typeof value.url === 'string';
}
