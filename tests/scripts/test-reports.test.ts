/** The runners themselves write the reports that are read here, so a change of their format shows at once. */
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { root, runTool } from '../../scripts/process.ts';
import { readPlaywrightReport, readVitestReport } from '../../scripts/test-reports.ts';

let folder: string;
beforeAll(async () => {
  // Inside the checkout, because the sample tests import their runner.
  await mkdir(join(root, 'test-results'), { recursive: true });
  folder = await mkdtemp(join(root, 'test-results', 'reports-'));
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

describe('readVitestReport', () => {
  it('reads tests, and a file that cannot be loaded as one failure', { timeout: 60_000 }, async () => {
    const samples = {
      'a.unit.ts': tests('vitest'),
      'b.unit.ts': 'throw new Error("unloadable");',
      'c.unit.ts': `import { afterAll, test } from 'vitest';
        test('a', () => {}); afterAll(() => { throw new Error('untidy'); });`,
    };
    const args = ['run', '--root', folder, '--dir', folder, '--reporter=json', '--outputFile=vitest.json'];
    await writeFile(join(folder, 'vitest.config.ts'), 'export default { test: { include: ["*.unit.ts"] } };');
    const { passed, failures } = readVitestReport(await reportOf('vitest', args, samples));
    expect(passed).toBe(3);
    expect(failures.toSorted()).toEqual([
      expect.stringMatching(/a\.unit\.ts\nc\n.*expected 1 to be 2/),
      expect.stringMatching(/b\.unit\.ts\nunloadable/),
      expect.stringMatching(/c\.unit\.ts\nuntidy/),
    ]);
  });

  it.each([null, 'text', {}, { numPassedTests: '1', testResults: [] }])('refuses %j', (report) => {
    expect(() => readVitestReport(report)).toThrow(TypeError);
  });
});

describe('readPlaywrightReport', () => {
  it('reads tests, and a file that cannot be loaded as one failure', { timeout: 60_000 }, async () => {
    const config = `export default { testDir: ".", outputDir: "out", testMatch: "*.e2e.ts", reporter: [${JSON.stringify([join(root, 'tests/e2e/harness/report.ts'), { outputFile: join(folder, 'playwright.json') }])}] };`;
    const run = (samples: Record<string, string>) =>
      reportOf('playwright', ['test'], { 'playwright.config.ts': config, ...samples });
    const loaded = await run({ 'a.e2e.ts': tests('@playwright/test') });
    expect(readPlaywrightReport(loaded)).toEqual({
      passed: 2,
      failures: [expect.stringMatching(/^a\.e2e\.ts › c\n.*Expected: 2/s)],
    });
    const unloadable = await run({ 'b.e2e.ts': 'throw new Error("unloadable");' });
    expect(readPlaywrightReport(unloadable).failures).toEqual([expect.stringMatching(/^Error: unloadable/)]);
  });

  it.each([null, 'text', {}, { passed: 1 }])('refuses %j', (report) => {
    expect(() => readPlaywrightReport(report)).toThrow(TypeError);
  });
});
