/** Picks: links that wait for the user to choose a folder in the picker window. They are kept as page payloads. */
import { boundTitle, type LinkDraft } from '../links/link.ts';
import type { Pick, Problem } from '../protocol.ts';
import { hasShape } from '../storage/shape.ts';
import type { PagePayloads, PayloadKind } from './page-payloads.ts';

/** A pick with what only the background needs to know of it. */
export interface StoredPick extends Pick {
  readonly private: boolean;
}

export type Picks = ReturnType<typeof createPicks>;

/** Characters of what was clicked that are kept to be shown: an image can be a `data:` address of megabytes. */
const maxClickedLength = 2_000;

export const createPicks = (payloads: PagePayloads) => ({
  /** Titles and `clicked` are cut. Throws for more links than a payload can hold. */
  put: (pick: StoredPick, id?: string) => payloads.put(pickKind, bounded(pick), id),
  /** @throws {GoneError} where it was removed */
  get: (id: string) => payloads.get(pickKind, id),
  drop: (id: string) => payloads.drop(pickKind, id),
});

const pickKind: PayloadKind<StoredPick> = { name: 'pick', read: readPick };

function bounded(pick: StoredPick): StoredPick {
  const links = pick.links.map(({ url, title }) => ({
    url,
    ...(title !== undefined && { title: boundTitle(title) }),
  }));
  return { ...pick, links, clicked: pick.clicked?.slice(0, maxClickedLength).toWellFormed() ?? null };
}

const reasons: readonly Pick['reason'][] = ['choose', 'duplicate', 'unusable', 'unreadable', 'fault'];

function readPick(value: unknown): StoredPick | null {
  if (typeof value !== 'object' || value === null) return null;
  const { reason, accountId, links, clicked, problem, private: isPrivate } = value as Record<string, unknown>;
  if (typeof accountId !== 'string' || !Array.isArray(links)) return null;
  return {
    reason: reasons.find((each) => each === reason) ?? 'choose',
    accountId,
    links: links.filter(isDraft),
    clicked: typeof clicked === 'string' ? clicked : null,
    ...(isProblem(problem) && { problem }),
    private: isPrivate === true,
  };
}

const isProblem = (value: unknown): value is Problem => hasShape(value, { code: String });
const isDraft = (value: unknown): value is LinkDraft =>
  hasShape(value, { url: String, title: [String, undefined] });
