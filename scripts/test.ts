/**
 * `npm test` runs the first ring: what protects every change. `npm run test:all` runs everything, in Chromium and
 * Firefox. Types, lint and builds run in parallel with the unit tests, tests in both browsers after them. Failures are
 * repeated at the end. The last line is "N passed, M failed". The exit code is 0 only if M is 0.
 *
 *   node scripts/test.ts [all] [quick|check|unit|e2e|firefox] [arguments for the test runner]
 *
 * `quick` takes less than a minute: types, lint, and unit tests without programs, services and model scenarios.
 */
import { existsSync } from 'node:fs';
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { type BrowserName, ensureBrowser, ensureTools } from './browsers.ts';
import { buildExtension } from './build-extension.ts';
import { CommandError, getLastLine, type Outcome, root, run, runCommand, runTool } from './process.ts';
import { checkSizes } from './sizes.ts';
import { formatCounts, type StepResult, Steps, type TestReport } from './steps.ts';
import { readVitestReport } from './test-reports.ts';

const parts = ['quick', 'check', 'unit', 'e2e', 'firefox'] as const;
type Part = (typeof parts)[number];

const slowTests = [
  'tests/{api,scripts,service,soak,widget}/**',
  'tests/lib/{api,background,bulk,uploads}/**',
  'tests/lib/catalog/{storage,sync}/**',
];

/** In `playwright.config.ts`. */
const projects = { chromium: ['long', 'extension', 'pages'], firefox: ['firefox'] };

await runCommand(async () => {
  const args = process.argv.slice(2);
  const isAll = args[0] === 'all';
  if (isAll) args.shift();
  const [chosen, ...runnerArgs] = args;
  if (chosen !== undefined && !isPart(chosen))
    throw new CommandError(
      `There is no part “${chosen}” of the tests. Use one of ${parts.join(', ')}, or none.`,
    );
  // Both runners' configurations read this. Tests named on the command line run in any ring.
  if (isAll || runnerArgs.length > 0) process.env['LINKHAUL_ALL'] = '1';
  const includes = (...names: readonly Part[]) => chosen === undefined || names.includes(chosen);
  const withFirefox = chosen === 'firefox' || (chosen === undefined && isAll);
  const steps = new Steps();
  const running: Promise<boolean>[] = [];
  const start: Steps['run'] = (...step) => {
    const result = steps.run(...step);
    running.push(result);
    return result;
  };

  const names: BrowserName[] = [];
  if (includes('e2e')) names.push('chromium');
  if (withFirefox) names.push('firefox');
  const ready =
    names.length === 0
      ? []
      : [start('browsers', () => installBrowsers(names)), start('build', () => build(names))];
  if (includes('quick', 'check')) start('check', check);
  let unitTests = Promise.resolve(true);
  if (includes('quick', 'unit')) {
    const skipped = chosen === 'quick' ? slowTests.flatMap((pattern) => ['--exclude', pattern]) : [];
    // A test of the second ring compares its own build with this one.
    unitTests = start('unit', () => unit([...skipped, ...runnerArgs], withFirefox), isAll ? ready : []);
  }
  // One after the other, because each runner uses all cores, and waiting pages poll.
  if (names.length > 0)
    start('e2e', () => endToEnd(names, runnerArgs), [...ready, unitTests.then(() => true)]);

  await Promise.all(running);
  for (const failure of steps.failures) console.log(`\nFAILED ${failure}`);
  console.log(`\n${steps.table()}\n\n${formatCounts(steps.counts)}`);
  return steps.counts.failed === 0 ? 0 : 1;
});

function isPart(name: string): name is Part {
  return (parts as readonly string[]).includes(name);
}

async function installBrowsers(names: readonly BrowserName[]): Promise<StepResult> {
  const versions: string[] = [];
  for (const name of names) versions.push((await ensureBrowser(name)).version);
  await ensureTools();
  return { ok: true, output: versions.join('\n') };
}

async function check(): Promise<StepResult> {
  return toStepResult(await run(process.execPath, [join(root, 'scripts/check.ts')], { timeoutMs: 240_000 }));
}

async function build(names: readonly BrowserName[]): Promise<StepResult> {
  const browsers = names.map((name) => (name === 'chromium' ? 'chrome' : 'firefox'));
  for (const browser of browsers) await buildExtension(browser, 'zip');
  return { ok: await checkSizes(browsers.map((browser) => `${browser}-mv3`)) };
}

/** @param isPacked whether `build` has packed this checkout */
function unit(args: readonly string[], isPacked: boolean): Promise<StepResult> {
  const report = 'test-results/unit.json';
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
  const env = { ...process.env, ...(isPacked && { LINKHAUL_PACKED: '1' }) };
  return runWithReport(report, readVitestReport, () =>
    runTool('vitest', ['run', ...reporters, ...args], { env, timeoutMs: 420_000 }),
  );
}

function endToEnd(names: readonly BrowserName[], args: readonly string[]): Promise<StepResult> {
  const chosen = names.flatMap((name) => projects[name]).map((project) => `--project=${project}`);
  // A fallback: Playwright ends itself after `globalTimeout`.
  const options = { inheritOutput: true, timeoutMs: 2_460_000 };
  return runWithReport(
    'test-results/e2e.json',
    (report: TestReport) => report,
    () => runTool('playwright', ['test', ...chosen, ...args], options),
  );
}

/** Deletes an earlier report first, because the runner may crash. */
async function runWithReport<T>(
  path: string,
  read: (report: T) => TestReport,
  runner: () => Promise<Outcome>,
): Promise<StepResult> {
  const file = join(root, path);
  await rm(file, { force: true });
  const { ok, output } = toStepResult(await runner());
  if (!existsSync(file)) return { ok: false, output };
  const report = read(JSON.parse(await readFile(file, 'utf8')));
  return { ok, report, ...(!ok && { output }) };
}

function toStepResult(outcome: Outcome): Required<Pick<StepResult, 'ok' | 'output'>> {
  const { code, endReason, output } = outcome;
  const reason = endReason === undefined ? '' : `\nStopped, because it ${getLastLine(outcome)}.`;
  return { ok: code === 0, output: `${output}${reason}` };
}
