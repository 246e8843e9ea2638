/** What the two test runners report of a run. */

export interface TestReport {
  readonly passed: number;
  /** Of each failed test its name and why it failed, in lines. */
  readonly failures: readonly string[];
}

/**
 * Reads vitest's JSON report. A file that failed without a failed test, as one that cannot be loaded, counts as one failure.
 * @throws TypeError for anything that is no such report.
 */
export function readVitestReport(report: unknown): TestReport {
  const isFailed = (result: unknown) => readField(result, 'status') === 'failed';
  const failures = readList(readField(report, 'testResults')).flatMap((file) => {
    const failed = readList(readField(file, 'assertionResults')).filter(isFailed);
    const name = String(readField(file, 'name'));
    if (failed.length === 0)
      return isFailed(file) ? [`${name}\n${firstLines(String(readField(file, 'message')))}`] : [];
    return failed.map((result) => {
      const messages = readList(readField(result, 'failureMessages')).map(String).map(firstLines);
      return [name, readField(result, 'fullName'), ...messages].join('\n');
    });
  });
  return { passed: readNumber(readField(report, 'numPassedTests')), failures };
}

/**
 * Reads what `tests/e2e/harness/report.ts` writes.
 * @throws TypeError for anything that is no such report.
 */
export function readPlaywrightReport(report: unknown): TestReport {
  return {
    passed: readNumber(readField(report, 'passed')),
    failures: readList(readField(report, 'failures')).map(String),
  };
}

/** Of an error only so much that the next one is in sight. */
export const firstLines = (message: string): string => message.split('\n').slice(0, 12).join('\n');

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
