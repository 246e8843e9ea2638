/** How many tests passed and failed, read from the reports of the two runners. */

export interface Counts {
  readonly passed: number;
  readonly failed: number;
}

export const none: Counts = { passed: 0, failed: 0 };

/**
 * Of vitest's JSON report. A file that could not even be loaded has no tests in it and counts as one failure.
 * @throws TypeError for anything that is no such report.
 */
export function vitestCounts(report: unknown): Counts {
  const files = list(field(report, 'testResults'));
  const unloadable = files.filter(
    (file) => field(file, 'status') === 'failed' && list(field(file, 'assertionResults')).length === 0,
  );
  return {
    passed: number(field(report, 'numPassedTests')),
    failed: number(field(report, 'numFailedTests')) + unloadable.length,
  };
}

/**
 * Of Playwright's JSON report. An error outside of any test, such as a file that could not be loaded, counts as one
 * failure.
 * @throws TypeError for anything that is no such report.
 */
export function playwrightCounts(report: unknown): Counts {
  const stats = field(report, 'stats');
  return {
    passed: number(field(stats, 'expected')),
    // Without retries nothing is flaky; should that ever change, a flaky test is no passed one.
    failed:
      number(field(stats, 'unexpected')) +
      number(field(stats, 'flaky')) +
      list(field(report, 'errors')).length,
  };
}

export function sum(all: readonly Counts[]): Counts {
  return all.reduce((a, b) => ({ passed: a.passed + b.passed, failed: a.failed + b.failed }), none);
}

function field(value: unknown, name: string): unknown {
  if (typeof value !== 'object' || value === null)
    throw new TypeError(`No report: nothing to read "${name}" from.`);
  return (value as Record<string, unknown>)[name];
}

function number(value: unknown): number {
  if (typeof value !== 'number') throw new TypeError(`No report: ${String(value)} is no count.`);
  return value;
}

function list(value: unknown): readonly unknown[] {
  if (!Array.isArray(value)) throw new TypeError(`No report: ${String(value)} is no list.`);
  return value;
}
