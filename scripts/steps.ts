/** The steps of a long command: each is logged and timed, and listed in a table at the end. */
import type { TestReport } from './test-reports.ts';

export interface StepResult {
  readonly ok: boolean;
  /** Where the step ran tests. */
  readonly report?: TestReport;
}

export interface Counts {
  readonly passed: number;
  readonly failed: number;
}

interface Step extends StepResult {
  readonly name: string;
  /** Null for a step that was not run, because one that it needs had failed. */
  readonly durationMs: number | null;
}

export class Steps {
  readonly #started = performance.now();
  readonly #done: Step[] = [];

  /** Runs a step. An error fails the step, is logged, and not rethrown. */
  async run(name: string, work: () => Promise<StepResult>): Promise<boolean> {
    console.log(`\n== ${name}`);
    const started = performance.now();
    const result = await work().catch((error: unknown): StepResult => {
      console.error(error instanceof Error ? error.message : error);
      return { ok: false };
    });
    this.#done.push({ name, durationMs: performance.now() - started, ...result });
    return result.ok;
  }

  /** Records a step that cannot be run; it counts as failed. */
  skip(name: string): void {
    this.#done.push({ name, durationMs: null, ok: false });
  }

  get ok(): boolean {
    return this.#done.every(({ ok }) => ok);
  }

  /**
   * Every test that passed or failed. A step that failed without a failed test of its own counts as one failure, so
   * "0 failed" is only ever said when all went well.
   */
  get counts(): Counts {
    const sum = { passed: 0, failed: 0 };
    for (const { ok, report } of this.#done) {
      const { passed, failed } = countsOf(report);
      sum.passed += passed;
      sum.failed += ok ? failed : Math.max(failed, 1);
    }
    return sum;
  }

  /** Every failed test, as its runner reports it. */
  get failures(): readonly string[] {
    return this.#done.flatMap(({ report }) => report?.failures ?? []);
  }

  /** One line for each step: name, time and outcome. */
  table(): string {
    const rows = this.#done.map(({ name, durationMs, ok, report }) => {
      const outcome = report === undefined ? (ok ? 'ok' : 'FAILED') : formatCounts(countsOf(report));
      return [
        name,
        durationMs === null ? '–' : formatSeconds(durationMs),
        durationMs === null ? 'not run' : outcome,
      ] as const;
    });
    rows.push(['total', formatSeconds(performance.now() - this.#started), '']);
    return rows
      .map(([name, time, outcome]) => `${name.padEnd(10)}${time.padStart(9)}  ${outcome}`.trimEnd())
      .join('\n');
  }
}

/** The last line of `npm test`, which other programs read. */
export function formatCounts({ passed, failed }: Counts): string {
  return `${passed} passed, ${failed} failed`;
}

const countsOf = ({ passed, failures }: TestReport = { passed: 0, failures: [] }): Counts => ({
  passed,
  failed: failures.length,
});

function formatSeconds(milliseconds: number): string {
  return `${(milliseconds / 1_000).toFixed(1)} s`;
}
