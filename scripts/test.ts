/**
 * `npm test`: everything, cheapest first: types and lint, both builds and their sizes, unit and service tests, both
 * browsers. The last line is "N passed, M failed"; the exit code is 0 only if M is.
 *
 *   node scripts/test.ts [quick|check|unit|e2e|firefox|all] [arguments for the test runner]
 *
 * `quick` takes less than a minute: types and lint, and the unit tests that start no service or other program and run no
 * scenarios of a model.
 */
import { existsSync } from 'node:fs';
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { ensureBrowser, ensureTools } from './browsers.ts';
import { buildExtension } from './build-extension.ts';
import type { Counts } from './counts.ts';
import { readPlaywrightCounts, readVitestCounts } from './counts.ts';
import { CommandError, type Outcome, root, run, runCommand, runTool } from './process.ts';
import { checkSizes } from './sizes.ts';
import { formatCounts, type StepResult, Steps } from './steps.ts';

type Part = 'check' | 'unit' | 'e2e' | 'firefox';
const usual: readonly Part[] = ['check', 'unit', 'e2e'];
/** What can be chosen. */
const choices: Readonly<Record<string, readonly Part[]>> = {
  quick: ['check', 'unit'],
  check: ['check'],
  unit: ['unit'],
  e2e: ['e2e'],
  firefox: ['firefox'],
  all: [...usual, 'firefox'],
};

/** Projects of playwright.config.ts. */
const projects = { e2e: ['large', 'extension', 'pages'], firefox: ['firefox'] } as const;

/** Unit tests that `quick` leaves out. */
const slowTests = [
  'tests/{api,scripts,service,soak,widget}/**',
  'tests/lib/{api,background,bulk,uploads}/**',
  'tests/lib/catalog/{storage,sync}/**',
];

await runCommand(async () => {
  const [chosen, ...runnerArgs] = process.argv.slice(2);
  const parts = chosen === undefined ? usual : choices[chosen];
  if (parts === undefined) {
    const known = Object.keys(choices).join(', ');
    throw new CommandError(`There is no part “${chosen}” of the tests; choose one of ${known}, or none.`);
  }
  const isQuick = chosen === 'quick';
  const includes = (part: Part) => parts.includes(part);
  const inBrowsers = includes('e2e') || includes('firefox');
  const skipped = isQuick ? slowTests.flatMap((pattern) => ['--exclude', pattern]) : [];
  const steps = new Steps();

  // The browsers are downloaded while the types are checked.
  const [browsers] = await Promise.all([
    inBrowsers && steps.run('browsers', installBrowsers),
    includes('check') && steps.run('check', check),
  ]);
  const built = inBrowsers && (await steps.run('build', build));
  if (built) await steps.run('sizes', async () => ({ ok: await checkSizes() }));
  if (includes('unit')) await steps.run('unit', () => unit([...skipped, ...runnerArgs]));
  for (const part of ['e2e', 'firefox'] as const) {
    if (!includes(part)) continue;
    if (browsers && built) await steps.run(part, () => endToEnd(projects[part], runnerArgs));
    else steps.skip(part);
  }

  console.log(`\n${steps.table()}\n\n${formatCounts(steps.counts)}`);
  return steps.ok ? 0 : 1;
});

async function installBrowsers(): Promise<StepResult> {
  for (const name of ['chromium', 'firefox'] as const) console.log((await ensureBrowser(name)).version);
  await ensureTools();
  return { ok: true };
}

async function check(): Promise<StepResult> {
  return toStepResult(
    await run(process.execPath, [join(root, 'scripts/check.ts')], {
      inheritOutput: true,
      timeoutMs: 240_000,
    }),
  );
}

async function build(): Promise<StepResult> {
  for (const browser of ['chrome', 'firefox'] as const) await buildExtension(browser);
  console.log('chrome-mv3 and firefox-mv3');
  return { ok: true };
}

function unit(args: readonly string[]): Promise<StepResult> {
  const report = 'test-results/unit.json';
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
  return runAndCount(report, readVitestCounts, () =>
    runTool('vitest', ['run', ...reporters, ...args], { inheritOutput: true, timeoutMs: 420_000 }),
  );
}

function endToEnd(names: readonly string[], args: readonly string[]): Promise<StepResult> {
  const chosen = names.map((name) => `--project=${name}`);
  // Playwright ends itself after `globalTimeout`; this is for the case that it does not.
  return runAndCount('test-results/e2e.json', readPlaywrightCounts, () =>
    runTool('playwright', ['test', ...chosen, ...args], { inheritOutput: true, timeoutMs: 1_560_000 }),
  );
}

/** Runs a test runner and reads the counts from its report. An earlier report is removed first: the runner may crash. */
async function runAndCount(
  report: string,
  read: (report: unknown) => Counts,
  runner: () => Promise<Outcome>,
): Promise<StepResult> {
  const file = join(root, report);
  await rm(file, { force: true });
  const result = toStepResult(await runner());
  if (!existsSync(file)) return { ok: false };
  return { ...result, counts: read(JSON.parse(await readFile(file, 'utf8'))) };
}

function toStepResult({ code, endReason }: Outcome): StepResult {
  if (endReason !== undefined) console.error(`It was ended: ${endReason}.`);
  return { ok: code === 0 };
}
