/**
 * One script and one stylesheet hold what the popup shows at first, and all pages share them: they compress better than
 * many small ones, and are there in one go. Whatever comes by `import()` stays out of them.
 */
import { mergeConfig } from 'vite';
import { defineWxtModule } from 'wxt/modules';

export default defineWxtModule((wxt) => {
  wxt.hook('vite:build:extendConfig', (entrypoints, config) => {
    if (!entrypoints.some(({ name }) => name === 'popup')) return;
    const codeSplitting = { groups: [{ name: firstLoad, debugName: 'first load' }] };
    Object.assign(config, mergeConfig(config, { build: { rollupOptions: { output: { codeSplitting } } } }));
  });
});

interface Graph {
  /** `importers`: by a plain `import`, not by `import()`. */
  getModuleInfo(id: string): { readonly importers: readonly string[] } | null;
}

const start = /\/entrypoints\/popup\/(?:index\.html|main\.tsx)$/;

/** "page" for every module without which the popup cannot start, but not for its start itself: other pages load these too. */
function firstLoad(id: string, graph: Graph): string | null {
  const seen = new Set<string>();
  const isNeeded = (module: string): boolean =>
    start.test(module) ||
    (graph.getModuleInfo(module)?.importers ?? []).some(
      (importer) => !seen.has(importer) && seen.add(importer) && isNeeded(importer),
    );
  return !start.test(id) && isNeeded(id) ? 'page' : null;
}
