import { stripVTControlCharacters } from 'node:util';
import type { TestReport } from './steps.ts';

interface VitestReport {
  readonly numPassedTests: number;
  readonly numPendingTests: number;
  readonly testResults: readonly {
    readonly name: string;
    readonly status: string;
    readonly message: string;
    readonly assertionResults: readonly {
      readonly fullName: string;
      readonly status: string;
      readonly failureMessages: readonly string[];
    }[];
  }[];
}

/** A failed file without a failed test, such as one that can't be loaded, counts as one failure. */
export function readVitestReport({ numPassedTests, numPendingTests, testResults }: VitestReport): TestReport {
  const failures = testResults.flatMap(({ name, status, message, assertionResults }) => {
    const failed = assertionResults.filter((result) => result.status === 'failed');
    if (failed.length === 0) return status === 'failed' ? [`${name}\n${firstLines(message)}`] : [];
    return failed.map(({ fullName, failureMessages }) =>
      [name, fullName, ...failureMessages.map(firstLines)].join('\n'),
    );
  });
  return { passed: numPassedTests, skipped: numPendingTests, failures };
}

/** Keeps the next message in sight. */
export const firstLines = (message: string): string =>
  stripVTControlCharacters(message).split('\n').slice(0, 12).join('\n');
