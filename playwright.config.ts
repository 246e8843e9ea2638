import { defineConfig } from '@playwright/test';

/** End-to-end tests in real browsers. One at a time: two of them would fight over two cores, and some own a keyboard. */
export default defineConfig({
  testDir: 'tests/e2e',
  testMatch: '*.spec.ts',
  outputDir: 'test-results/e2e',
  workers: 1,
  // A test that passes at the second try tells of a fault; it shall not hide it.
  retries: 0,
  forbidOnly: true,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  globalTimeout: 8 * 60_000,
  reporter: [['list'], ['json', { outputFile: 'test-results/e2e.json' }]],
});
