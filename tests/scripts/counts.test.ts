/** The runners themselves write the reports that are read here, so a change of their format shows at once. */
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readPlaywrightCounts, readVitestCounts, sumCounts } from '../../scripts/counts.ts';
import { root, runTool } from '../../scripts/process.ts';

let folder: string;
beforeAll(async () => {
  // Inside the checkout, because the sample tests import their runner.
  await mkdir(join(root, 'test-results'), { recursive: true });
  folder = await mkdtemp(join(root, 'test-results', 'counts-'));
});
afterAll(() => rm(folder, { recursive: true }));

const tests = (runner: string) =>
  `import { test, expect } from '${runner}';
   test('a', () => {}); test('b', () => {}); test('c', () => { expect(1).toBe(2); }); test.skip('d', () => {});`;

async function reportOf(
  tool: string,
  args: readonly string[],
  samples: Record<string, string>,
): Promise<unknown> {
  for (const [name, text] of Object.entries(samples)) await writeFile(join(folder, name), text);
  const { code } = await runTool(tool, args, { cwd: folder, timeoutMs: 60_000 });
  expect(code).not.toBe(0);
  return JSON.parse(await readFile(join(folder, `${tool}.json`), 'utf8'));
}

describe('vitestCounts', () => {
  it('counts tests, and a file that cannot be loaded as one failure', { timeout: 60_000 }, async () => {
    const samples = { 'a.unit.ts': tests('vitest'), 'b.unit.ts': 'throw new Error("unloadable");' };
    const args = ['run', '--root', folder, '--dir', folder, '--reporter=json', '--outputFile=vitest.json'];
    await writeFile(join(folder, 'vitest.config.ts'), 'export default { test: { include: ["*.unit.ts"] } };');
    expect(readVitestCounts(await reportOf('vitest', args, samples))).toEqual({ passed: 2, failed: 2 });
  });

  it.each([null, 'text', {}, { numPassedTests: '1', testResults: [] }])('refuses %j', (report) => {
    expect(() => readVitestCounts(report)).toThrow(TypeError);
  });
});

describe('playwrightCounts', () => {
  it('counts tests, and a file that cannot be loaded as one failure', { timeout: 60_000 }, async () => {
    const config =
      'export default { testDir: ".", outputDir: "out", testMatch: "*.e2e.ts", reporter: [["json", { outputFile: "playwright.json" }]] };';
    const run = (samples: Record<string, string>) =>
      reportOf('playwright', ['test'], { 'playwright.config.ts': config, ...samples });
    const loaded = await run({ 'a.e2e.ts': tests('@playwright/test') });
    expect(readPlaywrightCounts(loaded)).toEqual({ passed: 2, failed: 1 });
    const unloadable = await run({ 'b.e2e.ts': 'throw new Error("unloadable");' });
    expect(readPlaywrightCounts(unloadable).failed).toBe(1);
  });

  it.each([null, 'text', {}, { stats: {} }])('refuses %j', (report) => {
    expect(() => readPlaywrightCounts(report)).toThrow(TypeError);
  });
});

describe('sum', () => {
  it('adds up', () => {
    expect(sumCounts([])).toEqual({ passed: 0, failed: 0 });
    expect(
      sumCounts([
        { passed: 1, failed: 2 },
        { passed: 30, failed: 40 },
      ]),
    ).toEqual({ passed: 31, failed: 42 });
  });
});
