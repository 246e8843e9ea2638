/**
 * One job while it runs: its steps and marks in memory, and the only way to write them.
 *
 * Marks, notes and counts are written in one transaction. A job that was stopped or removed meanwhile stays so.
 */
import {
  countMarks,
  isActive,
  type JobDetails,
  type Mark,
  partSize,
  type Row,
  type StepDetails,
  type StoredJob,
  sending,
  todo,
} from '../job.ts';
import { type Part, rowAt } from '../plan.ts';
import type { BulkClient, BulkContext } from './context.ts';

/** A row with its number; `to` is null where the folder that it names has not been made. */
export interface Step extends Omit<Row, 'to'> {
  readonly index: number;
  readonly to: string | null;
}

interface JobChange {
  readonly job?: Partial<StoredJob>;
  readonly extra?: JobDetails;
  /** How many open steps to mark as `sending`. */
  readonly takeCount?: number;
  /** Numbers of steps that are not taken. */
  readonly without?: ReadonlyMap<number, unknown>;
}

export class JobSession {
  job: StoredJob;
  readonly #context: BulkContext;
  readonly #marks: Mark[];
  readonly #notes: Map<number, StepDetails>;
  readonly #parts = new Map<number, Part>();
  readonly #newMarks = new Set<number>();
  readonly #newNotes = new Set<number>();
  /** Marks of taken steps, as they were before. */
  readonly #before = new Map<number, Mark>();
  #extra: JobDetails;
  #isGone = false;

  static async open(context: BulkContext, job: StoredJob): Promise<JobSession> {
    const { store } = context;
    const { key } = job;
    const [marks, notes, extra] = await Promise.all([store.marks(key), store.notes(key), store.extra(key)]);
    return new JobSession(context, job, marks.join(''), notes, extra);
  }

  private constructor(
    context: BulkContext,
    job: StoredJob,
    marks: string,
    notes: Map<number, StepDetails>,
    extra: JobDetails,
  ) {
    this.#context = context;
    this.job = job;
    this.#marks = [...marks] as Mark[];
    this.#notes = notes;
    this.#extra = extra;
  }

  /** False once the job was stopped or removed. */
  get isActive(): boolean {
    return !this.#isGone && isActive(this.job);
  }

  get extra(): JobDetails {
    return this.#extra;
  }

  /** Numbers of the steps with one of the marks. */
  indicesWith(...marks: readonly Mark[]): readonly number[] {
    return this.#marks.flatMap((mark, index) => (marks.includes(mark) ? [index] : []));
  }

  note(index: number): StepDetails | undefined {
    return this.#notes.get(index);
  }

  async step(index: number): Promise<Step> {
    const at = Math.floor(index / partSize);
    const part = this.#parts.get(at) ?? (await this.#context.store.part(this.job.key, at));
    if (part === undefined) throw new Error(`Part ${at} of job ${this.job.key} is missing.`);
    // Steps are read in order, so two parts in memory are enough.
    if (!this.#parts.has(at) && this.#parts.size > 1) this.#parts.clear();
    this.#parts.set(at, part);
    const row = rowAt(part, index % partSize);
    return {
      ...{ ...row, index, from: this.#extra.before?.[index] ?? row.from },
      to: this.#extra.tree ? this.targetFolderOf(row.to) : row.to,
    };
  }

  async steps(indices: readonly number[]): Promise<readonly Step[]> {
    const steps: Step[] = [];
    for (const index of indices) steps.push(await this.step(index));
    return steps;
  }

  /** The new folder for one of the moved tree; null until it is created. */
  targetFolderOf(folderId: string): string | null {
    const { source, folder } = this.job;
    if (folderId === source?.id) return folder?.id ?? null;
    return this.#extra.tree?.find(({ id }) => id === folderId)?.newId ?? null;
  }

  /** Takes effect with the next `write`. A step without a note has none from then on. */
  set(step: Step, mark: Mark, note?: Partial<StepDetails>): void {
    const { index, fileCode, title } = step;
    this.#marks[index] = mark;
    this.#newMarks.add(Math.floor(index / partSize));
    if (note === undefined && !this.#notes.delete(index)) return;
    if (note !== undefined) {
      this.#notes.set(index, { fileCode, title, code: null, msg: null, left: null, at: null, ...note });
    }
    this.#newNotes.add(index);
  }

  /** Restores the mark from before the step was taken: its request was not sent. Takes effect with the next `write`. */
  restoreMark({ index }: Step): void {
    this.#marks[index] = this.#before.get(index) ?? todo;
    this.#newMarks.add(Math.floor(index / partSize));
  }

  /**
   * Writes everything that was set, and the job's changes unless it was stopped.
   *
   * @returns numbers of the steps taken
   */
  async write({
    job: change = {},
    extra,
    takeCount = 0,
    without,
  }: JobChange = {}): Promise<readonly number[]> {
    const taken: number[] = [];
    const written = await this.#context.store.write(this.job.key, (job) => {
      const canChange = isActive(job);
      if (canChange && takeCount > 0) {
        const open = this.indicesWith(todo, sending).filter((index) => !without?.has(index));
        taken.push(...open.slice(0, takeCount));
        for (const index of taken) {
          this.#before.set(index, this.#marks[index] ?? todo);
          this.#marks[index] = sending;
          this.#newMarks.add(Math.floor(index / partSize));
        }
      }
      const marks = [...this.#newMarks].map(
        (at) => [at, this.#marks.slice(at * partSize, (at + 1) * partSize).join('')] as const,
      );
      const notes = [...this.#newNotes].map((at) => [at, this.#notes.get(at) ?? null] as const);
      this.#newMarks.clear();
      this.#newNotes.clear();
      this.#extra = { ...this.#extra, ...extra };
      return {
        job: { ...job, ...countMarks(this.#marks), ...(canChange ? change : {}) },
        ...{ marks, notes, extra: extra && this.#extra },
      };
    });
    if (written === undefined) this.#isGone = true;
    else this.job = written;
    this.#context.onChange();
    return taken;
  }
}

/** The running job. Each phase resolves to whether the next one may begin. */
export interface PhaseContext {
  readonly context: BulkContext;
  readonly session: JobSession;
  readonly client: BulkClient;
}
