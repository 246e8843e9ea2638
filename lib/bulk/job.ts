/** A job as it is stored, and the marks that say how far each of its steps has come. Pure. */
import type { BulkJob, BulkWork } from './work.ts';

/**
 * How far a step (what is asked for one file) has come: one character each, so that ten thousand are ten kilobytes.
 *
 * `toLook → todo → sending → asked → (missed →) verified | otherwise`, and `failed` from anywhere. A clone whose answer never came
 * goes from `sending` to `doubtful`, and from there to `asked`, back to `todo`, or to `unsure`.
 */
export type Mark = '.' | 'l' | 's' | '?' | 'a' | 'm' | 'v' | 'n' | 'o' | 'f' | 'u';
export const todo = '.';
/** Only in undo: it has yet to be seen that the file is still as the job had left it. */
export const toLook = 'l';
/** Stored before the request leaves. */
export const sending = 's';
/** A clone that may have been made: evidence is looked for. */
export const doubtful = '?';
/** The service said yes. */
export const asked = 'a';
/** Read back once, and not found to be so. */
export const missed = 'm';
export const verified = 'v';
/** Only in undo: it was so before anything was asked for. */
export const needless = 'n';
/** Read back, and found to be neither as it was nor as it was asked for. */
export const otherwise = 'o';
export const failed = 'f';
/** A clone of which nothing proves whether it was made: the user decides. */
export const unsure = 'u';

/** Steps that are stored together. */
export const partSize = 500;
/** Milliseconds for which a job can be undone. */
const undoTime = 24 * 3_600_000;

/** What a step is about: one property of one file, which is its title or its folder. */
export interface Row {
  readonly fileCode: string;
  /** What the file is called where people read of it. */
  readonly title: string | null;
  /** As it stood, and as it is to be. For a clone `from` is empty. */
  readonly from: string;
  readonly to: string;
}

/** What is remembered of a step besides its mark, where there is something. */
export interface Note {
  readonly fileCode: string;
  readonly title: string | null;
  /** Why it did not come out as asked, or is in doubt; null where nothing went wrong. */
  readonly code: string | null;
  readonly msg: string | null;
  /** What came of it where that is not what was asked for: the code of a clone, a title of the service's own. */
  readonly left: string | null;
  /** When a look for a doubtful clone can prove its absence; milliseconds since the epoch. */
  readonly at: number | null;
}

/** A folder below the one whose contents are moved, and the one made for it. */
export interface TreeFolder {
  readonly id: string;
  readonly name: string;
  readonly parentId: string;
  readonly newId: string | null;
}

/** What a job has to remember as a whole. */
export interface Extra {
  /** Files in a clone's folder before any clone in doubt was sent; null where there are too many to read. */
  readonly seen?: readonly string[] | null;
  readonly tree?: readonly TreeFolder[];
  /** A folder is being made; found so after a restart, it may have been. */
  readonly making?: boolean;
}

export interface StoredJob extends Omit<BulkJob, 'id' | 'undoes' | 'canUndo'> {
  /** Ascending, which is the order in which jobs are done; given by the store. */
  readonly key: number;
  readonly undoes: number | null;
  /** Failures in a row, which the waits grow with. */
  readonly failures: number;
  /** Steps that changed something, or may have. */
  readonly changed: number;
}

export function isActive({ state }: Pick<StoredJob, 'state'>): boolean {
  return state === 'working' || state === 'checking' || state === 'waiting';
}

/** @param now milliseconds since the epoch */
export function isUndoable(job: StoredJob, now: number): boolean {
  const { kind, changed, undone, endedAt } = job;
  return kind !== 'clone' && changed > 0 && !undone && endedAt !== null && now - endedAt < undoTime;
}

export function newJob(
  accountId: string,
  kind: BulkWork['kind'],
  { folder = null, source = null, undoes = null }: Partial<Pick<StoredJob, 'folder' | 'source' | 'undoes'>>,
  now: number,
): Omit<StoredJob, 'key' | 'total'> {
  const counts = { ...tally(''), failures: 0 };
  const times = { startedAt: now, endedAt: null, retryAt: null };
  return {
    accountId,
    kind,
    folder,
    source,
    undoes,
    state: 'working',
    problem: null,
    undone: false,
    ...counts,
    ...times,
  };
}

/** As pages see it. */
export function shownJob(job: StoredJob, now: number): BulkJob {
  const { key, failures, changed, undoes, ...shown } = job;
  return {
    ...shown,
    id: String(key),
    undoes: undoes === null ? null : String(undoes),
    canUndo: isUndoable(job, now),
  };
}

type Tally = Pick<StoredJob, 'done' | 'verified' | 'failed' | 'unsure' | 'changed'>;

export function tally(marks: Iterable<string>): Tally {
  const count: Record<string, number> = {};
  for (const mark of marks) count[mark] = (count[mark] ?? 0) + 1;
  const of = (...those: readonly Mark[]) => those.reduce((sum, mark) => sum + (count[mark] ?? 0), 0);
  return {
    done: of(asked, missed, verified, needless),
    verified: of(verified, needless),
    failed: of(failed, otherwise),
    unsure: of(unsure),
    changed: of(sending, asked, missed, verified, otherwise),
  };
}
