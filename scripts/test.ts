/**
 * `npm test`, the first ring: what protects every change. `npm run test:all`, the second one: everything else too, in Chromium
 * and Firefox. Types, lint and builds run beside the unit tests, the browsers after them. What failed stands at the end; the last
 * line is "N passed, M failed", and the exit code is 0 only if M is.
 *
 *   node scripts/test.ts [all] [quick|check|unit|e2e|firefox] [arguments for the test runner]
 *
 * `quick`, less than a minute: types, lint, and unit tests that start no program or service and run no scenarios of a model.
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

await runCommand(async () => {
  const args = process.argv.slice(2);
  const isAll = args[0] === 'all';
  if (isAll) args.shift();
  const [chosen, ...runnerArgs] = args;
  if (chosen !== undefined && !isPart(chosen))
    throw new CommandError(
      `There is no part “${chosen}” of the tests; choose one of ${parts.join(', ')}, or none.`,
    );
  // Read by the configurations of both runners. Whoever names tests wants them, whichever ring they belong to.
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
  // One runner after the other: each keeps all cores busy, and pages that wait for them ask again and again.
  let previous: Promise<boolean> = Promise.resolve(true);
  const startNext: Steps['run'] = (name, work, needed = []) => {
    previous = start(name, work, [...needed, previous.then(() => true)]);
    return previous;
  };
  if (includes('quick', 'unit')) {
    const skipped = chosen === 'quick' ? slowTests.flatMap((pattern) => ['--exclude', pattern]) : [];
    // A test of the second ring compares its own build with this one.
    startNext('unit', () => unit([...skipped, ...runnerArgs], withFirefox), isAll ? ready : []);
  }
  for (const name of names)
    startNext(name === 'firefox' ? name : 'e2e', () => endToEnd(name, runnerArgs), ready);

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

function endToEnd(name: BrowserName, args: readonly string[]): Promise<StepResult> {
  const projects = (name === 'firefox' ? ['firefox'] : ['long', 'extension', 'pages']).map(
    (project) => `--project=${project}`,
  );
  // Playwright ends itself after `globalTimeout`; this is for the case that it does not.
  const options = { inheritOutput: true, timeoutMs: 2_460_000 };
  return runWithReport(
    'test-results/e2e.json',
    (report: TestReport) => report,
    () => runTool('playwright', ['test', ...projects, ...args], options),
  );
}

/** Runs a test runner and reads its report. An earlier report is removed first: the runner may crash. */
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
  const reason = endReason === undefined ? '' : `\nIt was ended: it ${getLastLine(outcome)}.`;
  return { ok: code === 0, output: `${output}${reason}` };
}
