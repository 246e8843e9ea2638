/** The steps of a long command: each is logged and timed, and listed in a table at the end. */
import { type Counts, noCounts, sumCounts } from './counts.ts';

export interface StepResult {
  readonly ok: boolean;
  /** Where the step ran tests: how many. */
  readonly counts?: Counts;
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
    return sumCounts(
      this.#done.map(({ ok, counts = noCounts }) =>
        ok || counts.failed > 0 ? counts : { ...counts, failed: 1 },
      ),
    );
  }

  /** One line for each step: name, time and outcome. */
  table(): string {
    const rows = this.#done.map(({ name, durationMs, ok, counts }) => {
      const outcome = counts === undefined ? (ok ? 'ok' : 'FAILED') : formatCounts(counts);
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

function formatSeconds(milliseconds: number): string {
  return `${(milliseconds / 1_000).toFixed(1)} s`;
}
