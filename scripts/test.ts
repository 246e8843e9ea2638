/**
 * `npm test`: everything, in the order in which it is cheap to know. Types and lint, both builds and their sizes, unit and
 * service tests, both browsers. Its last line, alone, is "N passed, M failed", and it exits non-zero unless M is 0.
 *
 *   node scripts/test.ts [check|unit|e2e] [words for the test runner]
 */
import { existsSync } from 'node:fs';
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { ensureBrowser, ensureTools } from './browsers.ts';
import type { Counts } from './counts.ts';
import { playwrightCounts, vitestCounts } from './counts.ts';
import { command, type Outcome, root, run, runTool, Trouble } from './process.ts';
import { weigh } from './sizes.ts';
import { line, type StepResult, Steps } from './steps.ts';

const parts = ['check', 'unit', 'e2e'] as const;
type Part = (typeof parts)[number];

await command(async () => {
  const [chosen, ...words] = process.argv.slice(2);
  if (chosen !== undefined && !parts.includes(chosen as Part)) {
    throw new Trouble(
      `There is no part “${chosen}” of the tests; choose one of ${parts.join(', ')}, or none for all.`,
    );
  }
  const wants = (part: Part) => chosen === undefined || chosen === part;
  const steps = new Steps();

  // The browsers come from the network while the processor is busy with types.
  const [browsers] = await Promise.all([
    wants('e2e') && steps.run('browsers', installBrowsers),
    wants('check') && steps.run('check', check),
  ]);
  const built = wants('e2e') && (await steps.run('build', build));
  if (built) await steps.run('sizes', async () => ({ ok: await weigh() }));
  if (wants('unit')) await steps.run('unit', () => unit(words));
  if (wants('e2e')) {
    if (browsers && built) await steps.run('e2e', () => endToEnd(words));
    else steps.skip('e2e');
  }

  console.log(`\n${steps.table()}\n\n${line(steps.counts)}`);
  return steps.ok ? 0 : 1;
});

async function installBrowsers(): Promise<StepResult> {
  for (const name of ['chromium', 'firefox'] as const) console.log((await ensureBrowser(name)).version);
  await ensureTools();
  return { ok: true };
}

async function check(): Promise<StepResult> {
  return resultOf(
    await run(process.execPath, [join(root, 'scripts/check.ts')], { inherit: true, timeoutMs: 240_000 }),
  );
}

async function build(): Promise<StepResult> {
  for (const args of [[], ['-b', 'firefox', '--mv3']]) {
    const { code, output } = await runTool('wxt', ['build', ...args], { timeoutMs: 120_000 });
    if (code !== 0) throw new Trouble(`${output}\nwxt build ${args.join(' ')} failed.`);
  }
  console.log('chrome-mv3 and firefox-mv3');
  return { ok: true };
}

function unit(words: readonly string[]): Promise<StepResult> {
  const report = 'test-results/unit.json';
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
  return counted(report, vitestCounts, () =>
    runTool('vitest', ['run', ...reporters, ...words], { inherit: true, timeoutMs: 420_000 }),
  );
}

function endToEnd(words: readonly string[]): Promise<StepResult> {
  // Playwright ends itself after `globalTimeout`; this is for the case that it does not.
  return counted('test-results/e2e.json', playwrightCounts, () =>
    runTool('playwright', ['test', ...words], { inherit: true, timeoutMs: 1_560_000 }),
  );
}

/** Runs a test runner and counts what its report says; an old report must not speak for a runner that died. */
async function counted(
  report: string,
  read: (report: unknown) => Counts,
  runner: () => Promise<Outcome>,
): Promise<StepResult> {
  const file = join(root, report);
  await rm(file, { force: true });
  const result = resultOf(await runner());
  if (!existsSync(file)) return { ok: false };
  return { ...result, counts: read(JSON.parse(await readFile(file, 'utf8'))) };
}

function resultOf({ code, cut }: Outcome): StepResult {
  if (cut !== undefined) console.error(`It was ended: ${cut}.`);
  return { ok: code === 0 };
}
