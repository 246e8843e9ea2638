/** A run's report for `npm test`: passed and failed tests, reasons, and slow steps. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Reporter, Suite, TestCase, TestError, TestResult, TestStep } from '@playwright/test/reporter';
import type { TestReport } from '../../../scripts/steps.ts';
import { firstLines } from '../../../scripts/test-reports.ts';

const slowMs = 5_000;

export default class Report implements Reporter {
  readonly #file: string;
  readonly #errors: string[] = [];
  #all: Suite | undefined;

  constructor({ outputFile }: { readonly outputFile: string }) {
    this.#file = outputFile;
  }

  onBegin(_config: unknown, all: Suite): void {
    this.#all = all;
  }

  /** Outside of tests, such as a file that can't be loaded. */
  onError(error: TestError): void {
    this.#errors.push(describeError(error));
  }

  onEnd(): void {
    const tests = this.#all?.allTests() ?? [];
    const passed = tests.filter((test) => test.outcome() === 'expected' && !test.results.every(isSkipped));
    // Nothing is flaky without retries. If that changes, flaky means failed.
    const failed = tests.filter((test) => ['unexpected', 'flaky'].includes(test.outcome()));
    const report: TestReport = {
      passed: passed.length,
      skipped: tests.filter((test) => test.outcome() === 'skipped').length,
      failures: [...this.#errors, ...failed.map(describeFailure)],
    };
    mkdirSync(dirname(this.#file), { recursive: true });
    writeFileSync(this.#file, JSON.stringify(report));
  }
}

const isSkipped = ({ status }: TestResult) => status === 'skipped';

function describeFailure(test: TestCase): string {
  const { errors = [], steps = [] } = test.results.at(-1) ?? {};
  const slow = steps
    .flatMap(slowLeaves)
    .map(({ title, duration }) => `${(duration / 1_000).toFixed(1)} s: ${title}`);
  return [test.titlePath().filter(Boolean).join(' › '), ...errors.map(describeError), ...slow].join('\n');
}

const describeError = ({ message = '' }: TestError) => firstLines(message);

function slowLeaves(step: TestStep): readonly TestStep[] {
  if (step.duration < slowMs) return [];
  const inner = step.steps.flatMap(slowLeaves);
  return inner.length > 0 ? inner : [step];
}
