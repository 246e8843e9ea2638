/** How many tests passed and failed, read from the reports of the two runners. */

export interface Counts {
  readonly passed: number;
  readonly failed: number;
}

export const noCounts: Counts = { passed: 0, failed: 0 };

/**
 * Of vitest's JSON report. A file that could not even be loaded has no tests in it and counts as one failure.
 * @throws TypeError for anything that is no such report.
 */
export function readVitestCounts(report: unknown): Counts {
  const files = readList(readField(report, 'testResults'));
  const unloadable = files.filter(
    (file) =>
      readField(file, 'status') === 'failed' && readList(readField(file, 'assertionResults')).length === 0,
  );
  return {
    passed: readNumber(readField(report, 'numPassedTests')),
    failed: readNumber(readField(report, 'numFailedTests')) + unloadable.length,
  };
}

/**
 * Of Playwright's JSON report. An error outside of any test, such as a file that could not be loaded, counts as one
 * failure.
 * @throws TypeError for anything that is no such report.
 */
export function readPlaywrightCounts(report: unknown): Counts {
  const stats = readField(report, 'stats');
  return {
    passed: readNumber(readField(stats, 'expected')),
    // Without retries nothing is flaky; should that ever change, a flaky test is no passed one.
    failed:
      readNumber(readField(stats, 'unexpected')) +
      readNumber(readField(stats, 'flaky')) +
      readList(readField(report, 'errors')).length,
  };
}

export function sumCounts(all: readonly Counts[]): Counts {
  return all.reduce((a, b) => ({ passed: a.passed + b.passed, failed: a.failed + b.failed }), noCounts);
}

function readField(value: unknown, name: string): unknown {
  if (typeof value !== 'object' || value === null)
    throw new TypeError(`No report: nothing to read "${name}" from.`);
  return (value as Record<string, unknown>)[name];
}

function readNumber(value: unknown): number {
  if (typeof value !== 'number') throw new TypeError(`No report: ${String(value)} is no count.`);
  return value;
}

function readList(value: unknown): readonly unknown[] {
  if (!Array.isArray(value)) throw new TypeError(`No report: ${String(value)} is no list.`);
  return value;
}
