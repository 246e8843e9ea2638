/** The steps of a long command, which run in parallel. A table at the end lists their times. */
import { cpus } from 'node:os';

export interface TestReport {
  readonly passed: number;
  readonly skipped: number;
  readonly failures: readonly string[];
}

export interface StepResult {
  readonly ok: boolean;
  readonly output?: string;
  readonly report?: TestReport;
}

interface Step {
  readonly name: string;
  durationMs?: number;
  result?: StepResult;
}

export class Steps {
  readonly #startedMs = performance.now();
  readonly #cpuAtStart = readCpuMs();
  readonly #steps: Step[] = [];

  /** Waits for the needed steps, and fails if one has failed. Returns whether it succeeded. Errors are logged. */
  async run(
    name: string,
    work: () => Promise<StepResult>,
    needed: readonly Promise<boolean>[] = [],
  ): Promise<boolean> {
    const step: Step = { name };
    this.#steps.push(step);
    if ((await Promise.all(needed)).includes(false)) return false;
    const startedMs = performance.now();
    step.result = await work().catch((error: unknown) => ({
      ok: false,
      output: error instanceof Error ? error.message : String(error),
    }));
    step.durationMs = performance.now() - startedMs;
    const { ok, output = '' } = step.result;
    console.log(`\n== ${name}: ${ok ? 'ok' : 'FAILED'}\n${output.trim()}`.trimEnd());
    return ok;
  }

  /** A step that failed or didn't run without a failed test counts as one failure. */
  get counts(): { readonly passed: number; readonly failed: number; readonly skipped: number } {
    const sum = { passed: 0, failed: 0, skipped: 0 };
    for (const { result } of this.#steps) {
      const { passed, skipped, failures } = result?.report ?? { passed: 0, skipped: 0, failures: [] };
      sum.passed += passed;
      sum.skipped += skipped;
      sum.failed += result?.ok ? failures.length : Math.max(failures.length, 1);
    }
    return sum;
  }

  get failures(): readonly string[] {
    return this.#steps.flatMap(({ result }) => result?.report?.failures ?? []);
  }

  table(): string {
    const row = (name: string, durationMs: number | undefined, outcome: string) => {
      const time = durationMs === undefined ? '–' : `${(durationMs / 1_000).toFixed(1)} s`;
      return `${name.padEnd(10)}${time.padStart(9)}  ${outcome}`;
    };
    const rows = this.#steps.map(({ name, durationMs, result }) => {
      if (result === undefined) return row(name, durationMs, 'not run');
      const { ok, report } = result;
      return row(name, durationMs, report ? formatCounts(toCounts(report)) : ok ? 'ok' : 'FAILED');
    });
    const { idle, all } = readCpuMs();
    const idleShare = (idle - this.#cpuAtStart.idle) / Math.max(all - this.#cpuAtStart.all, 1);
    const idleText = `processors idle ${Math.round(100 * idleShare)} %`;
    return [...rows, row('total', performance.now() - this.#startedMs, idleText)].join('\n');
  }
}

/** The last line of `npm test`, which other programs read. */
export function formatCounts({ passed, failed, skipped }: Steps['counts']): string {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;
}

const toCounts = ({ failures, ...counts }: TestReport) => ({ ...counts, failed: failures.length });

function readCpuMs(): { readonly idle: number; readonly all: number } {
  const times = cpus().map((cpu) => cpu.times);
  const sum = (values: readonly number[]) => values.reduce((one, other) => one + other, 0);
  return {
    idle: sum(times.map(({ idle }) => idle)),
    all: sum(times.flatMap((each) => Object.values(each))),
  };
}
