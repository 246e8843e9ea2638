import { expect, test } from 'vitest';
import { countSteps, type StepState, type StoredStep } from '../../../lib/bulk/job.ts';
import { createPlan, createUndoPlan } from '../../../lib/bulk/plan.ts';

test('a plan names each file once', () => {
  const files = Array.from({ length: 7 }, (_, n) => ({
    fileCode: `code${n}`,
    title: `title ${n}`,
    folderId: String(n % 3),
  }));
  const plan = createPlan({
    kind: 'move',
    files: [...files, ...files.slice(0, 5)],
    folder: { id: '9', name: 'Nine' },
  });
  expect(plan).toHaveLength(7);
  expect(plan[5]).toEqual({ fileCode: 'code5', title: 'title 5', from: '2', to: '9', state: 'todo' });
});

test('undo contains every step that may have changed something, in reverse order', () => {
  /** For each state, the value to which undo sets a step. */
  const current: Readonly<Record<StepState, string | null>> = {
    todo: null,
    precheck: null,
    sending: 'to',
    accepted: 'to',
    unconfirmed: 'to',
    verified: 'to',
    'already-done': null,
    mismatch: 'odd',
    failed: null,
    unanswered: null,
    uncertain: null,
  };
  const steps = Object.keys(current).map((state) => ({
    fileCode: state,
    title: null,
    from: 'from',
    to: 'to',
    state: state as StepState,
    ...(state === 'mismatch' && { note: { code: state, msg: null, left: 'odd', conclusiveAtMs: null } }),
  })) satisfies readonly StoredStep[];
  expect(createUndoPlan(steps)).toEqual(
    Object.entries(current).flatMap(([fileCode, from]) =>
      from === null ? [] : { fileCode, title: null, from, to: 'from', state: 'precheck' },
    ),
  );
  expect(countSteps(steps)).toEqual({ done: 4, verified: 2, failed: 2, uncertain: 1, changed: 5 });
});
