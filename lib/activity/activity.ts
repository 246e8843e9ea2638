/**
 * The activity: what Linkhaul did, where, and how it ended.
 *
 * It promises: the last 1,000 entries, each piece of news once however often it is told; nothing of private windows;
 * no key, because none is ever handed to it. What follows from an event of the outbox or the watch is the composition's
 * to say (`entryOf…`); this folder only keeps and finds entries.
 */
import { readableAddress, searchable, wordsIn } from '../search/words.ts';
import type { ActivityEntry, ActivityKind, NewEntry } from './entry.ts';
import type { ActivityStore } from './store.ts';

/** Entries that are kept; the oldest go first. */
export const entriesKept = 1_000;

/** What an item of the outbox, a watched transfer and work on files have in common: enough for an entry. */
export interface Subject {
  readonly accountId: string;
  readonly url: string;
  readonly title: string | null;
  readonly folderId: string;
  readonly folderName: string | null;
  readonly fileCode: string | null;
  readonly msg: string | null;
  readonly private: boolean;
  readonly files?: ActivityEntry['files'];
}

export interface Query {
  /** Words, all of which are to be found in address, title, folder, file code or message (`lib/search`). */
  readonly text?: string;
  readonly kinds?: readonly ActivityKind[];
  readonly limit?: number;
  /** Only entries older than the one with this id. */
  readonly before?: number;
}

export interface Activity {
  /**
   * Writes down what became of something, unless it came from a private window.
   *
   * @param ref names this piece of news, so that hearing it twice makes one entry; null where that cannot be
   */
  record(kind: ActivityKind, subject: Subject, ref: string | null): Promise<void>;
  /** Newest first. */
  list(query?: Query): Promise<readonly ActivityEntry[]>;
  clear(): Promise<void>;
}

/** `clock`: milliseconds since the epoch. `onChange`: something that a page shows has changed. */
export function createActivity(options: {
  store: ActivityStore;
  clock: () => number;
  onChange: () => void;
}): Activity {
  const { store, clock, onChange } = options;
  return {
    async record(kind, subject, ref) {
      if (subject.private) return;
      if (await store.append(newEntry(kind, subject, ref, clock()), entriesKept)) onChange();
    },
    list: (query) => listActivity(store, query),
    async clear() {
      await store.clear();
      onChange();
    },
  };
}

function newEntry(kind: ActivityKind, subject: Subject, ref: string | null, at: number): NewEntry {
  const { accountId, url, title, folderId, folderName, fileCode, msg, files } = subject;
  return {
    at,
    kind,
    accountId,
    url,
    title,
    folderId,
    folderName,
    fileCode,
    msg,
    ref,
    ...(files && { files }),
  };
}

/** For pages, which read the store themselves. Newest first. */
export function listActivity(
  store: ActivityStore,
  { text = '', kinds, limit = entriesKept, before = Number.POSITIVE_INFINITY }: Query = {},
): Promise<readonly ActivityEntry[]> {
  const fits = wordsIn(text);
  const accept = ({ kind, url, title, folderName, fileCode, msg }: ActivityEntry) =>
    (kinds === undefined || kinds.includes(kind)) &&
    fits(searchable(url, readableAddress(url), title, folderName, fileCode, msg));
  return store.list(accept, limit, before);
}
