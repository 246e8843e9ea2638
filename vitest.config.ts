import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  // The texts, as the gallery has them.
  resolve: { alias: { '#i18n': fileURLToPath(new URL('tests/gallery/i18n.ts', import.meta.url)) } },
  test: {
    include: ['tests/**/*.test.ts', 'tests/**/*.test.tsx'],
    exclude: ['tests/e2e/**', 'tests/bench/**'],
    setupFiles: 'tests/properties.ts',
    // Two cores are all there are on the machines that run this; of three tests, one waits for the service's limit.
    maxWorkers: 3,
  },
});
