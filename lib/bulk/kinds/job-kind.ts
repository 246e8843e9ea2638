/**
 * How the steps of a kind of job are planned, sent and read back. `kinds.ts` lists all kinds, and `lib/bulk/run` knows none of them.
 * `lib/bulk/kinds`: for `lib/bulk` only.
 */
import type { ApiErrorCode } from '../../api/index.ts';
import type { JobDetails, PlannedStep, StoredJob } from '../job.ts';
import type { BulkClient, CatalogUpdate, lane } from '../run/bulk-context.ts';
import type { PhaseContext, Step } from '../run/job-session.ts';
import type { BulkReason, BulkWork } from '../work.ts';

/**
 * What the service has for a step: the title, or the folder that the file is in. For a deletion, empty if the file is gone. Null: not
 * found.
 */
export interface Observation {
  readonly step: Step;
  readonly value: string | null;
  /** Why it wasn't found, if the service failed for this file. */
  readonly problem?: ApiErrorCode | undefined;
}

type RequestOptions = typeof lane & { beforeSend(): Promise<void> };

export interface JobKind<W extends BulkWork = BulkWork> {
  plan(work: W): readonly PlannedStep[];
  /** What the job is about, and what it has to keep. */
  readonly subject: (
    work: W,
  ) => Partial<Pick<StoredJob, 'folder' | 'source' | 'from'>> & Pick<JobDetails, 'tree'>;
  readonly maxInFlight: number;
  /** After a lost response. If not, `settle` looks for evidence. */
  readonly isRepeatable: boolean;
  /** Reads and stores what is needed, each time before requests are sent. */
  prepare?(phase: PhaseContext): Promise<JobDetails>;
  /** Settles a step without a response. Resolves to whether the next phase may start. */
  settle?(phase: PhaseContext): Promise<boolean>;
  /** Reads what an undo restores if it isn't `from`. By step: the title, or empty for an unknown folder. */
  readBefore?(phase: PhaseContext, steps: readonly Step[]): Promise<Readonly<Record<number, string>>>;
  /** Resolves to the code of a created file, or null. */
  send(client: BulkClient, fileCode: string, to: string, options: RequestOptions): Promise<string | null>;
  /** The catalog entry once the service has accepted the change. Reading back may correct it. */
  toPatch?(fileCode: string, to: string): NonNullable<CatalogUpdate['patches']>[number];
  /** A file that the service doesn't know may be as requested. */
  readonly acceptsMissing: boolean;
  /** Yields each step once, after the catalog has the service's values. */
  observe(
    phase: PhaseContext,
    steps: readonly Step[],
    folderOf: (step: Step) => string,
  ): AsyncGenerator<readonly Observation[]>;
  /** `observe` looks in one folder only, so null means that the file is in another one. */
  readonly isFoundByFolder: boolean;
  isSame(value: string, wanted: string): boolean;
  /** Why an undo can't restore an empty value. */
  readonly emptyReason: BulkReason;
  /** Records why each of these isn't as requested after the second read. */
  explain(phase: PhaseContext, mismatches: readonly Observation[]): Promise<void>;
}
