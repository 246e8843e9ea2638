import { hasChanged, type PlannedStep, type StepState, type StoredStep } from './job.ts';
import { getJobKind } from './kinds/kinds.ts';
import type { BulkWork } from './work.ts';

export const createPlan = (work: BulkWork): readonly StoredStep[] =>
  createSteps(getJobKind(work).plan(work), 'todo');

/** Reverses every step that changed a file, or may have. */
export function createUndoPlan(steps: readonly StoredStep[]): readonly StoredStep[] {
  const planned: PlannedStep[] = [];
  for (const { fileCode, title, from, to, state, note } of steps) {
    const current = note?.left ?? to;
    if (hasChanged(state) && current !== from) planned.push({ fileCode, title, from: current, to: from });
  }
  return createSteps(planned, 'precheck');
}

function createSteps(planned: readonly PlannedStep[], state: StepState): readonly StoredStep[] {
  const byCode = new Map(planned.map((step) => [step.fileCode, step]));
  return [...byCode.values()].map(({ fileCode, title, from, to }) => ({ fileCode, title, from, to, state }));
}
