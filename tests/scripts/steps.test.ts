import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { formatCounts, type StepResult, Steps } from '../../scripts/steps.ts';
import { readVitestReport } from '../../scripts/test-reports.ts';

let log: string;
beforeEach(() => {
  log = '';
  vi.spyOn(console, 'log').mockImplementation((text) => {
    log += `${text}\n`;
  });
});
afterEach(() => void vi.restoreAllMocks());

const ok: StepResult = { ok: true };
const tests = (passed: number, ...failures: string[]): StepResult => ({
  ok: failures.length === 0,
  report: { passed, skipped: 1, failures },
});

it.each<[string, Record<string, StepResult | Error>, string]>([
  [
    'adds up the tests of all steps',
    { check: ok, unit: tests(20), e2e: tests(3) },
    '23 passed, 0 failed, 2 skipped',
  ],
  [
    'counts a failed test once, not again for its step',
    { unit: tests(20, 'a', 'b') },
    '20 passed, 2 failed, 1 skipped',
  ],
  [
    'counts a failed step without failed tests',
    { check: { ok: false }, e2e: { ok: false } },
    '0 passed, 2 failed',
  ],
  ['counts a step that throws', { build: new Error('no such file') }, '0 passed, 1 failed'],
])('%s', async (_, work, expected) => {
  const steps = new Steps();
  for (const [name, result] of Object.entries(work))
    await steps.run(name, async () => {
      if (result instanceof Error) throw result;
      return result;
    });
  expect(formatCounts(steps.counts)).toBe(expected);
});

it('starts a step after the steps that it needs, and not at all if one of them failed', async () => {
  const steps = new Steps();
  const order: string[] = [];
  const step = (name: string, result: StepResult) => async () => {
    order.push(name);
    return result;
  };
  const first = steps.run('first', step('first', ok));
  const broken = steps.run('broken', step('broken', { ok: false, output: 'a reason' }), [first]);
  expect(await steps.run('after', step('after', ok), [first, broken])).toBe(false);
  await steps.run('beside', step('beside', tests(1)), [first]);
  expect(order).toEqual(['first', 'broken', 'beside']);
  expect(log).toContain('== broken: FAILED\na reason');
  expect(steps.table().split('\n')).toEqual([
    expect.stringMatching(/^first +\d+\.\d s {2}ok$/),
    expect.stringMatching(/^broken +\d+\.\d s {2}FAILED$/),
    expect.stringMatching(/^after +– {2}not run$/),
    expect.stringMatching(/^beside +\d+\.\d s {2}1 passed, 0 failed, 1 skipped$/),
    expect.stringMatching(/^total +\d+\.\d s {2}processors idle \d+ %$/),
  ]);
  expect(formatCounts(steps.counts)).toBe('1 passed, 2 failed, 1 skipped');
});

it('reads failed tests, and files that cannot be loaded, from Vitest’s report', () => {
  const file = (
    name: string,
    message: string,
    ...assertionResults: { fullName: string; status: string; failureMessages: string[] }[]
  ) => ({
    name,
    status: 'failed',
    message,
    assertionResults,
  });
  const report = {
    numPassedTests: 3,
    numPendingTests: 2,
    testResults: [
      file('a.test.ts', '', { fullName: 'c', status: 'failed', failureMessages: ['expected 1 to be 2'] }),
      file('b.test.ts', 'unloadable'),
    ],
  };
  expect(readVitestReport(report)).toEqual({
    passed: 3,
    skipped: 2,
    failures: ['a.test.ts\nc\nexpected 1 to be 2', 'b.test.ts\nunloadable'],
  });
});
