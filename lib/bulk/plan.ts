/** The steps of a job, before it begins. Pure. */
import { hasChanged, type PlannedStep, type StepState, type StoredStep } from './job.ts';
import type { BulkWork } from './work.ts';

export const createPlan = (work: BulkWork): readonly StoredStep[] => createSteps(planSteps(work), 'todo');

function planSteps(work: BulkWork): readonly PlannedStep[] {
  switch (work.kind) {
    case 'move':
      return work.files.map(({ folderId: from, ...file }) => ({ ...file, from, to: work.folder.id }));
    case 'rename':
      return work.files.map(({ fileCode, title }, at) => ({
        fileCode,
        title,
        from: title,
        to: work.titles[at] ?? title,
      }));
    case 'clone':
      return work.fileCodes.map((fileCode, at) => ({
        fileCode,
        title: work.titles?.[at] ?? null,
        from: '',
        to: work.folder.id,
      }));
    case 'delete':
      return work.files.map(({ folderId: from, ...file }) => ({ ...file, from, to: '' }));
    // `to` is the old folder until the new one is created (`TreeFolder.newId`).
    case 'move-contents':
      return work.files.map(({ folderId: from, ...file }) => ({ ...file, from, to: from }));
  }
}

/** The reverse of every step that changed a file, or may have. */
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
