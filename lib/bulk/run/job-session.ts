/**
 * One job while it runs: its steps in memory, and the only way to write them.
 *
 * Steps and counts are written in one transaction. A job that was stopped or removed meanwhile stays so.
 */
import {
  countSteps,
  isActive,
  type JobDetails,
  type StepNote,
  type StepState,
  type StoredJob,
  type StoredStep,
} from '../job.ts';
import type { BulkClient, BulkContext } from './bulk-context.ts';

/** A step with its number; `to` is null where the folder that it names has not been made. */
export interface Step extends Omit<StoredStep, 'to'> {
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
  readonly #steps: StoredStep[];
  /** Numbers of the steps that the next `write` stores. */
  readonly #changed = new Set<number>();
  #extra: JobDetails;
  #isGone = false;

  static async open(context: BulkContext, job: StoredJob): Promise<JobSession> {
    const { store } = context;
    const [steps, extra] = await Promise.all([store.steps(job.key), store.extra(job.key)]);
    return new JobSession(context, job, steps, extra);
  }

  private constructor(context: BulkContext, job: StoredJob, steps: readonly StoredStep[], extra: JobDetails) {
    this.#context = context;
    this.job = job;
    this.#steps = [...steps];
    this.#extra = extra;
  }

  /** False once the job was stopped or removed. */
  get isActive(): boolean {
    return !this.#isGone && isActive(this.job);
  }

  get extra(): JobDetails {
    return this.#extra;
  }

  has(...states: readonly StepState[]): boolean {
    return this.#steps.some(({ state }) => states.includes(state));
  }

  stepsIn(...states: readonly StepState[]): readonly Step[] {
    return this.#steps.flatMap((step, index) =>
      states.includes(step.state) ? [this.#toStep(step, index)] : [],
    );
  }

  #toStep(step: StoredStep, index: number): Step {
    return {
      ...step,
      index,
      from: this.#extra.before?.[index] ?? step.from,
      to: this.#extra.tree ? this.targetFolderOf(step.to) : step.to,
    };
  }

  /** The new folder for one of the moved tree; null until it is created. */
  targetFolderOf(folderId: string): string | null {
    const { source, folder } = this.job;
    if (folderId === source?.id) return folder?.id ?? null;
    return this.#extra.tree?.find(({ id }) => id === folderId)?.newId ?? null;
  }

  /** Takes effect with the next `write`. A step without a note has none from then on. */
  set({ index }: Step, state: StepState, note?: Partial<StepNote>): void {
    const { note: _, ...step } = this.#stepAt(index);
    this.#replace(index, {
      ...step,
      state,
      ...(note && { note: { code: null, msg: null, left: null, at: null, ...note } }),
    });
  }

  /** Restores the state from before the step was taken: its request was not sent. Takes effect with the next `write`. */
  restore({ index, state }: Step): void {
    this.#replace(index, { ...this.#stepAt(index), state });
  }

  #stepAt(index: number): StoredStep {
    const step = this.#steps[index];
    if (step === undefined) throw new Error(`Job ${this.job.key} has no step ${index}.`);
    return step;
  }

  #replace(index: number, step: StoredStep): void {
    this.#steps[index] = step;
    this.#changed.add(index);
  }

  /**
   * Writes everything that was set, and the job's changes unless it was stopped.
   *
   * @returns the steps taken, with their state from before
   */
  async write({ job: change = {}, extra, takeCount = 0, without }: JobChange = {}): Promise<readonly Step[]> {
    const taken: Step[] = [];
    const written = await this.#context.store.write(this.job.key, (job) => {
      const canChange = isActive(job);
      for (const [index, step] of this.#steps.entries()) {
        if (!canChange || taken.length === takeCount) break;
        if ((step.state !== 'todo' && step.state !== 'sending') || without?.has(index)) continue;
        taken.push(this.#toStep(step, index));
        this.#replace(index, { ...step, state: 'sending' });
      }
      const steps = [...this.#changed].map((index) => [index, this.#stepAt(index)] as const);
      this.#changed.clear();
      this.#extra = { ...this.#extra, ...extra };
      return {
        job: { ...job, ...countSteps(this.#steps), ...(canChange && change) },
        steps,
        extra: extra && this.#extra,
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
