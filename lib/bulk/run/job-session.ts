/** One running job: its steps in memory, and the only way to write them. A job that was stopped meanwhile stays stopped. */
import { bulkRequestRetry } from '../../timing/policies.ts';
import { isGivenUp } from '../../timing/retry.ts';
import {
  countSteps,
  isActive,
  type JobDetails,
  type StepNote,
  type StepState,
  type StoredJob,
  type StoredStep,
  startedAgain,
} from '../job.ts';
import type { BulkClient, BulkContext } from './bulk-context.ts';

/** `to` is null if its folder hasn't been created. */
export interface Step extends Omit<StoredStep, 'to'> {
  readonly index: number;
  readonly to: string | null;
}

interface JobChange {
  readonly job?: Partial<StoredJob>;
  readonly extra?: JobDetails;
  /** How many open steps to mark as `sending`. */
  readonly takeCount?: number;
  readonly isSkipped?: (index: number) => boolean;
}

export type JobSession = Awaited<ReturnType<typeof openJobSession>>;

export async function openJobSession({ store, onChange }: BulkContext, opened: StoredJob) {
  const { key } = opened;
  const [stored, details] = await Promise.all([store.steps(key), store.extra(key)]);
  const steps = [...stored];
  let job = opened;
  let extra = details;
  let isGone = false;
  /** Steps that the next `write` stores. */
  const changed = new Set<number>();

  const toStep = (step: StoredStep, index: number): Step => ({
    ...step,
    index,
    from: extra.before?.[index] ?? step.from,
    to: extra.tree ? findTargetFolder(step.to) : step.to,
  });

  /** The new folder for one of the moved tree. Null until it is created. */
  function findTargetFolder(folderId: string): string | null {
    if (folderId === job.source?.id) return job.folder?.id ?? null;
    return extra.tree?.find(({ id }) => id === folderId)?.newId ?? null;
  }

  function stepAt(index: number): StoredStep {
    const step = steps[index];
    if (step === undefined) throw new Error(`Job ${key} has no step ${index}.`);
    return step;
  }

  function replace(index: number, step: StoredStep): void {
    steps[index] = step;
    changed.add(index);
  }

  function takeChanged() {
    const taken = [...changed].map((index) => [index, stepAt(index)] as const);
    changed.clear();
    return taken;
  }

  return {
    get job() {
      return job;
    },
    get extra() {
      return extra;
    },
    /** False once the job was stopped or removed. */
    get isActive() {
      return !isGone && isActive(job);
    },
    findTargetFolder,

    has: (...states: readonly StepState[]) => steps.some(({ state }) => states.includes(state)),
    stepsIn: (...states: readonly StepState[]): readonly Step[] =>
      steps.flatMap((step, index) => (states.includes(step.state) ? toStep(step, index) : [])),

    /** Takes effect with the next `write`. Without `note`, removes the step's note. */
    set({ index }: Step, state: StepState, note?: Partial<StepNote>): void {
      const { note: _, ...step } = stepAt(index);
      replace(index, {
        ...step,
        state,
        ...(note && { note: { code: null, msg: null, left: null, conclusiveAtMs: null, ...note } }),
      });
    },

    /** For a request without effect: the step is as it was when it was taken. Takes effect with the next `write`. */
    restore: ({ index, state }: Step): void => replace(index, { ...stepAt(index), state }),

    /** Writes what was set and starts the job again, unless something else did since it was opened. */
    async restart(): Promise<boolean> {
      let isRestarted = false;
      await store.write(key, (current) => {
        isRestarted = !isActive(current) && !current.isUndone && current.endedAtMs === opened.endedAtMs;
        if (!isRestarted) return { job: current };
        return {
          job: { ...current, ...countSteps(steps), ...startedAgain },
          steps: takeChanged(),
          extra: { ...extra, readAtMs: 0 },
        };
      });
      onChange();
      return isRestarted;
    },

    /**
     * Writes what was set, and the job's changes unless it was stopped.
     * @returns steps taken, as they were before
     */
    async write(change: JobChange = {}): Promise<readonly Step[]> {
      const { takeCount = 0, isSkipped = () => false } = change;
      const taken: Step[] = [];
      const written = await store.write(key, (current) => {
        const canChange = isActive(current);
        for (const [index, step] of steps.entries()) {
          if (!canChange || taken.length === takeCount) break;
          if ((step.state !== 'todo' && step.state !== 'sending') || isSkipped(index)) continue;
          taken.push(toStep(step, index));
          replace(index, { ...step, state: 'sending' });
        }
        extra = { ...extra, ...change.extra };
        return {
          job: { ...current, ...countSteps(steps), ...(canChange && change.job) },
          steps: takeChanged(),
          extra: change.extra && extra,
        };
      });
      if (written === undefined) isGone = true;
      else job = written;
      onChange();
      return taken;
    },
  };
}

/** For a step that failed individually. The count is stored, because the worker may end between two attempts. */
export const shouldRetry = ({ job }: JobSession): boolean => !isGivenUp(bulkRequestRetry, job.failures + 1);

/** Each phase resolves to whether the next one may start. */
export interface PhaseContext {
  readonly context: BulkContext;
  readonly session: JobSession;
  readonly client: BulkClient;
}
