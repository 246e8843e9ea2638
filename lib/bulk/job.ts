import type { EpochMs } from '../timing/units.ts';
import type { BulkFolder, BulkJob, BulkReason, BulkWork } from './work.ts';

/**
 * `precheck → todo → sending → accepted → (unconfirmed →) verified | mismatch`, and `failed` from anywhere. A clone without a response goes
 * `sending → unanswered`, then to `accepted`, `todo` or `uncertain`.
 */
export type StepState =
  | 'precheck' // only for undo: is the file still as the job left it?
  | 'todo'
  | 'sending' // stored before the request is sent
  | 'unanswered' // a clone without a response, until there is evidence
  | 'accepted' // by the service
  | 'unconfirmed' // read back once without the expected value
  | 'verified'
  | 'already-done' // only for undo: already as wanted before any request
  | 'mismatch' // read back with neither the old nor the requested value
  | 'failed'
  | 'uncertain'; // a clone without evidence, so the user decides

const undoWithinMs = 24 * 3_600_000;

export interface PlannedStep {
  readonly fileCode: string;
  /** For messages. */
  readonly title: string | null;
  /** The file's title or folder before and after. `from` is empty for a clone, `to` for a deletion. */
  readonly from: string;
  readonly to: string;
}

export interface StepNote {
  /** Why it failed or is uncertain. */
  readonly code: BulkReason | null;
  readonly msg: string | null;
  /** The code of the clone, or the title that the service chose instead. */
  readonly left: string | null;
  /** When a listing can first prove that a clone is absent. */
  readonly conclusiveAtMs: EpochMs | null;
}

export interface StoredStep extends PlannedStep {
  readonly state: StepState;
  readonly note?: StepNote;
}

export interface TreeFolder extends BulkFolder {
  readonly newId: string | null;
}

export interface JobDetails {
  /** Files in a clone's folder before the clone was sent. Null if not all could be read. */
  readonly seen?: readonly string[] | null;
  readonly tree?: readonly TreeFolder[];
  /** By step, what the service had instead of `from`: the title. Empty for a move, because the folder is unknown. */
  readonly before?: Readonly<Record<number, string>>;
  /** When `before` was read, or an undo checked its files. */
  readonly readAtMs?: EpochMs;
  /** Until then, a request that was given up may still take effect, and nothing is judged. */
  readonly uncertainUntilMs?: EpochMs;
  /** A folder is being created. After a restart its outcome is unknown. */
  readonly isCreatingFolder?: boolean;
}

export interface StoredJob extends Omit<BulkJob, 'id' | 'undoes' | 'canUndo'> {
  /** Ascending in the order of execution. */
  readonly key: number;
  readonly undoes: number | null;
  /** Consecutive. */
  readonly failures: number;
  /** It waits for its account, not because of its own failure. */
  readonly isBlocked: boolean;
  /** Steps that changed a file, or may have. */
  readonly changed: number;
}

export type NewJob = Omit<StoredJob, 'key' | 'total'>;

export const startedAgain: Partial<StoredJob> = {
  state: 'working',
  problem: null,
  retryAtMs: null,
  endedAtMs: null,
  failures: 0,
  isBlocked: false,
};

export const isActive = ({ state }: Pick<StoredJob, 'state'>): boolean =>
  state === 'working' || state === 'checking' || state === 'waiting';

/** The kind of job that undoes another. Null: it can't be undone. */
export const undoneBy = {
  move: 'move',
  'move-contents': 'move',
  rename: 'rename',
  clone: null,
  delete: null,
} as const satisfies Readonly<Record<BulkWork['kind'], BulkWork['kind'] | null>>;

export function isUndoable(job: StoredJob, nowMs: EpochMs): boolean {
  const { kind, changed, isUndone, endedAtMs } = job;
  return (
    undoneBy[kind] !== null &&
    changed > 0 &&
    !isUndone &&
    endedAtMs !== null &&
    nowMs - endedAtMs < undoWithinMs
  );
}

export function createJob(
  accountId: string,
  kind: BulkWork['kind'],
  subject: Partial<Pick<StoredJob, 'folder' | 'source' | 'from' | 'undoes' | 'isRedo'>>,
  nowMs: EpochMs,
): NewJob {
  return {
    accountId,
    kind,
    folder: null,
    source: null,
    undoes: null,
    isRedo: false,
    ...subject,
    state: 'working',
    problem: null,
    isUndone: false,
    ...countSteps([]),
    failures: 0,
    isBlocked: false,
    startedAtMs: nowMs,
    endedAtMs: null,
    retryAtMs: null,
  };
}

export function toBulkJob(job: StoredJob, nowMs: EpochMs): BulkJob {
  const { key, failures, isBlocked, changed, undoes, ...shown } = job;
  return {
    ...shown,
    id: String(key),
    undoes: undoes === null ? null : String(undoes),
    canUndo: isUndoable(job, nowMs),
  };
}

type StepCounts = Pick<StoredJob, 'done' | 'verified' | 'failed' | 'uncertain' | 'changed'>;

const countedAs: Readonly<Record<StepState, readonly (keyof StepCounts)[]>> = {
  precheck: [],
  todo: [],
  sending: ['changed'],
  unanswered: [],
  accepted: ['done', 'changed'],
  unconfirmed: ['done', 'changed'],
  verified: ['done', 'verified', 'changed'],
  'already-done': ['done', 'verified'],
  mismatch: ['failed', 'changed'],
  failed: ['failed'],
  uncertain: ['uncertain'],
};

/** Also true if the step may have changed something. */
export const hasChanged = (state: StepState): boolean => countedAs[state].includes('changed');

export function countSteps(steps: readonly Pick<StoredStep, 'state'>[]): StepCounts {
  const counts = { done: 0, verified: 0, failed: 0, uncertain: 0, changed: 0 };
  for (const { state } of steps) for (const name of countedAs[state]) counts[name] += 1;
  return counts;
}
