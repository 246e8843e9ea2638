import { accessSync, constants, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { env } from 'node:process';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** The second ring's files, and two others of half a minute. */
const longFiles = /\.all\.test\.|\/lib\/(?:api\/hostile|uploads\/model)\.test\./;

/** Otherwise one worker would be left with a long file at the end. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const isLong = ({ moduleId }: TestSpecification) => longFiles.test(moduleId);
    return (await super.sort(files)).sort((one, other) => Number(isLong(other)) - Number(isLong(one)));
  }
}

/** Linux keeps this folder in memory. Services and databases of tests sync their files, which makes a disk wait. */
const memoryFolder = '/dev/shm';

function hasMemoryFolder(): boolean {
  try {
    accessSync(memoryFolder, constants.W_OK);
    const { bavail, bsize } = statfsSync(memoryFolder);
    // Containers often have 64 MB.
    return bavail * bsize > 2e9;
  } catch {
    return false;
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
    exclude: ['tests/e2e/**', 'tests/bench/**', ...(env['LINKHAUL_ALL'] ? [] : ['tests/**/*.all.test.ts'])],
    sequence: { sequencer: LongestFirst },
    env: {
      // Programs that tests start load the same modules over and over.
      NODE_COMPILE_CACHE: fileURLToPath(new URL('node_modules/.cache/node', import.meta.url)),
      TMPDIR: hasMemoryFolder() ? memoryFolder : tmpdir(),
    },
    setupFiles: ['tests/properties.ts', 'tests/restore.ts'],
    // CI machines have two cores, and most tests wait for the service's rate limit.
    maxWorkers: 4,
    // Ends tests that hang. On shared cores, one second of work in a property test takes several.
    testTimeout: 20_000,
    // Vitest's default of one second is too short for a single poll on a busy machine.
    expect: { poll: { timeout: 15_000 } },
    // Files of a worker share modules, which saves a third of the time. So tests restore what they change in modules.
    pool: 'threads',
    isolate: false,
  },
});
