/**
 * `npm test`: everything, cheapest first: types and lint, both builds and their sizes, unit and service tests, both
 * browsers. At the end stands what failed; the last line is "N passed, M failed", and the exit code is 0 only if M is.
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
import { formatMutants } from './mutants-table.ts';
import { CommandError, type Outcome, root, run, runCommand, runTool } from './process.ts';
import { checkSizes } from './sizes.ts';
import { formatCounts, type StepResult, Steps } from './steps.ts';
import { readPlaywrightReport, readVitestReport, type TestReport } from './test-reports.ts';

type Part = 'check' | 'unit' | 'e2e' | 'firefox';
const defaultParts: readonly Part[] = ['check', 'unit', 'e2e'];
/** Argument of the command → what it runs. */
const partsByName: Readonly<Record<string, readonly Part[]>> = {
  quick: ['check', 'unit'],
  check: ['check'],
  unit: ['unit'],
  e2e: ['e2e'],
  firefox: ['firefox'],
  all: [...defaultParts, 'firefox'],
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
  const parts = chosen === undefined ? defaultParts : partsByName[chosen];
  if (parts === undefined) {
    const names = Object.keys(partsByName).join(', ');
    throw new CommandError(`There is no part “${chosen}” of the tests; choose one of ${names}, or none.`);
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
  if (includes('unit')) await steps.run('unit', () => unit([...skipped, ...runnerArgs], built));
  for (const part of ['e2e', 'firefox'] as const) {
    if (!includes(part)) continue;
    if (browsers && built) await steps.run(part, () => endToEnd(projects[part], runnerArgs));
    else steps.skip(part);
  }

  for (const failure of steps.failures) console.log(`\nFAILED ${failure}`);
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
  for (const browser of ['chrome', 'firefox'] as const) await buildExtension(browser, 'zip');
  console.log('chrome-mv3 and firefox-mv3');
  return { ok: true };
}

/** @param isPacked whether `build` has packed this checkout, for the test that packs it once more */
async function unit(args: readonly string[], isPacked: boolean): Promise<StepResult> {
  const report = 'test-results/unit.json';
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
  const env = { ...process.env, ...(isPacked && { LINKHAUL_PACKED: '1' }) };
  const result = await runWithReport(report, readVitestReport, () =>
    runTool('vitest', ['run', ...reporters, ...args], { env, inheritOutput: true, timeoutMs: 420_000 }),
  );
  if (result.report) {
    const mutants = formatMutants(JSON.parse(await readFile(join(root, report), 'utf8')));
    if (mutants !== null) console.log(`\n${mutants}`);
  }
  return result;
}

function endToEnd(names: readonly string[], args: readonly string[]): Promise<StepResult> {
  const chosen = names.map((name) => `--project=${name}`);
  // Playwright ends itself after `globalTimeout`; this is for the case that it does not.
  return runWithReport('test-results/e2e.json', readPlaywrightReport, () =>
    runTool('playwright', ['test', ...chosen, ...args], { inheritOutput: true, timeoutMs: 2_460_000 }),
  );
}

/** Runs a test runner and reads its report. An earlier report is removed first: the runner may crash. */
async function runWithReport(
  path: string,
  read: (report: unknown) => TestReport,
  runner: () => Promise<Outcome>,
): Promise<StepResult> {
  const file = join(root, path);
  await rm(file, { force: true });
  const result = toStepResult(await runner());
  if (!existsSync(file)) return { ok: false };
  return { ...result, report: read(JSON.parse(await readFile(file, 'utf8'))) };
}

function toStepResult({ code, endReason }: Outcome): StepResult {
  if (endReason !== undefined) console.error(`It was ended: ${endReason}.`);
  return { ok: code === 0 };
}
