/**
 * A kind of bulk work: how its steps are planned, sent, and read back. One object each, in `kinds.ts`; `lib/bulk/run` knows none of
 * them. `lib/bulk/kinds`: for `lib/bulk` only.
 */
import type { ApiErrorCode } from '../../api/index.ts';
import type { JobDetails, PlannedStep, StoredJob } from '../job.ts';
import type { BulkClient, CatalogUpdate, lane } from '../run/bulk-context.ts';
import type { PhaseContext, Step } from '../run/job-session.ts';
import type { BulkReason, BulkWork } from '../work.ts';

/**
 * A step and the service's value: the title, or the folder the file was found in; of a deletion, empty where the file is gone.
 * Null: it was not found.
 */
export interface Observation {
  readonly step: Step;
  readonly value: string | null;
  /** Why it was not found, where the service failed at this file. */
  readonly problem?: ApiErrorCode | undefined;
}

type RequestOptions = typeof lane & { beforeSend(): Promise<void> };

export interface JobKind<W extends BulkWork = BulkWork> {
  plan(work: W): readonly PlannedStep[];
  /** What the job is about, and what it has to keep. */
  readonly subject: (work: W) => Partial<Pick<StoredJob, 'folder' | 'source'>> & Pick<JobDetails, 'tree'>;
  readonly maxInFlight: number;
  /** Whether a request may be sent again where its answer was lost. Else `settle` looks for evidence. */
  readonly isRepeatable: boolean;
  /** What is read, and stored, each time before requests are sent. */
  prepare?(phase: PhaseContext): Promise<JobDetails>;
  /** Settles a step without an answer. Resolves to whether the next phase may begin. */
  settle?(phase: PhaseContext): Promise<boolean>;
  /** Reads what an undo restores where it is not `from`: by step, the title; empty for an unknown folder. */
  readBefore?(phase: PhaseContext, steps: readonly Step[]): Promise<Readonly<Record<number, string>>>;
  /** Resolves to the code of a file that was made, or null. */
  send(client: BulkClient, fileCode: string, to: string, options: RequestOptions): Promise<string | null>;
  /** What the catalog has of a file as soon as the service has accepted the change; reading back may correct it. */
  toPatch?(fileCode: string, to: string): NonNullable<CatalogUpdate['patches']>[number];
  /** Whether a file that the service does not know may be as requested. */
  readonly acceptsMissing: boolean;
  /** Yields each step once, after the catalog has the service's values. */
  observe(
    phase: PhaseContext,
    steps: readonly Step[],
    folderOf: (step: Step) => string,
  ): AsyncGenerator<readonly Observation[]>;
  /** Whether `observe` looks in one folder only, so that null means: it is elsewhere. */
  readonly isFoundByFolder: boolean;
  isSame(value: string, wanted: string): boolean;
  /** Why an undo can't restore an empty value. */
  readonly emptyReason: BulkReason;
  /** Records why each of these is not as requested after the second read. */
  explain(phase: PhaseContext, mismatches: readonly Observation[]): Promise<void>;
}
