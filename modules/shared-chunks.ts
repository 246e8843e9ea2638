/**
 * Which modules share a file of the built pages. By itself the bundler makes a file for each set of pages that shares a module:
 * 28 for the popup, more than 40 for the manager. Few files compress better, and a browser takes milliseconds to fetch one.
 */
import { mergeConfig } from 'vite';
import { defineWxtModule } from 'wxt/modules';

export default defineWxtModule((wxt) => {
  wxt.hook('vite:build:extendConfig', (entrypoints, config) => {
    if (!entrypoints.some(({ name }) => name === 'popup')) return;
    Object.assign(
      config,
      mergeConfig(config, { build: { rollupOptions: { output: { codeSplitting: { groups } } } } }),
    );
  });
});

interface Graph {
  /** `importers`: by a plain `import`, not by `import()`. */
  getModuleInfo(id: string): { readonly importers: readonly string[] } | null;
}

const groups = [
  { name: popupGroup, debugName: 'page', priority: 1 },
  // All pages may load these because they only declare: modules of `entrypoints` also act when they are loaded.
  { name: 'full-page', test: /\/(?:components|lib|node_modules)\//, minShareCount: 2 },
];

const start = /\/entrypoints\/popup\/(?:index\.html|main\.tsx)$/;

/** "page" for every module without which the popup cannot start, but not for its start itself: other pages load these too. */
function popupGroup(id: string, graph: Graph): string | null {
  const seen = new Set<string>();
  const isNeeded = (module: string): boolean =>
    start.test(module) ||
    (graph.getModuleInfo(module)?.importers ?? []).some(
      (importer) => !seen.has(importer) && seen.add(importer) && isNeeded(importer),
    );
  return !start.test(id) && isNeeded(id) ? 'page' : null;
}
