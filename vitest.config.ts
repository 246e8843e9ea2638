import { env } from 'node:process';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** The second ring's files take longest: first, so that no worker is left alone with one at the end. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const isLong = ({ moduleId }: TestSpecification) => moduleId.includes('.all.test.');
    return (await super.sort(files)).sort((one, other) => Number(isLong(other)) - Number(isLong(one)));
  }
}

export default defineConfig({
  resolve: {
    alias: {
      '#i18n': fileURLToPath(new URL('tests/gallery/i18n.ts', import.meta.url)),
      '#page': fileURLToPath(new URL('tests/gallery/page', import.meta.url)),
      'wxt/browser': fileURLToPath(new URL('tests/fake-browser.ts', import.meta.url)),
    },
  },
  test: {
    include: ['tests/**/*.test.ts', 'tests/**/*.test.tsx'],
    // CONTRIBUTING.md, "Tests", has the rings.
    exclude: ['tests/e2e/**', 'tests/bench/**', ...(env['LINKHAUL_ALL'] ? [] : ['tests/**/*.all.test.ts'])],
    sequence: { sequencer: LongestFirst },
    setupFiles: ['tests/properties.ts', 'tests/restore.ts'],
    // Two cores are all there are on the machines that run this; most tests wait for the service's limit.
    maxWorkers: 3,
    // Ends what hangs. Workers share the cores, so that a second of a property's work takes several.
    testTimeout: 20_000,
    // A second, Vitest's own, is less than a busy machine may take for one look.
    expect: { poll: { timeout: 15_000 } },
    // Files of a worker share modules, which saves a third of the time: a test restores what it changes in them.
    pool: 'threads',
    isolate: false,
  },
});
