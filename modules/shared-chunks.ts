/**
 * Decides which modules share a file in the built pages. Few files compress better, and each takes milliseconds to
 * load. By default, the bundler makes one for each combination of pages and `import()`: 28 for the popup, over 40 for
 * the manager.
 */
import { globSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { mergeConfig, normalizePath, type Plugin } from 'vite';
import { defineWxtModule } from 'wxt/modules';

export default defineWxtModule((wxt) => {
  wxt.hook('vite:build:extendConfig', (entrypoints, config) => {
    if (!entrypoints.some(({ name }) => name === 'popup')) return;
    Object.assign(
      config,
      mergeConfig(config, {
        plugins: [lateModules(wxt.config.root), stylesLoader],
        build: { rollupOptions: { output: { ...names, codeSplitting: { groups } } } },
        worker: { rollupOptions: { output: { entryFileNames: 'assets/[name].js' } } },
      }),
    );
  });
});

/** No hashes: each name is repeated in every file that loads it, and the package is replaced as a whole. */
const names = {
  entryFileNames: 'chunks/[name].js',
  chunkFileNames: 'chunks/[name].js',
  assetFileNames: 'assets/[name].[ext]',
};

/** An `import()` as written in `components/`. */
const dynamicImport = /\bimport\('(\.[^']+)'\)/g;
const lateName = 'virtual:late';
const lateId = '\0late';

/** Puts everything that components load by `import()` into one file. */
function lateModules(root: string): Plugin {
  const sources = new Set(
    globSync('components/**/*.{ts,tsx}', { cwd: root }).map((file) => normalizePath(join(root, file))),
  );
  const resolve = (from: string, to: string) => posix.join(posix.dirname(from), to);
  const imports = (file: string) => [...readFileSync(file, 'utf8').matchAll(dynamicImport)];
  const late = new Set([...sources].flatMap((file) => imports(file).map(([, to = '']) => resolve(file, to))));
  const modules = [...late].sort();
  return {
    name: 'linkhaul-late-modules',
    enforce: 'pre',
    resolveId: (id) => (id === lateName ? lateId : null),
    load: (id) =>
      id === lateId
        ? modules.map((module, at) => `export * as m${at} from ${JSON.stringify(module)};`).join('\n')
        : null,
    transform: (code, id) =>
      sources.has(id)
        ? {
            code: code.replace(
              dynamicImport,
              (_, to: string) =>
                `import('${lateName}').then((late) => late.m${modules.indexOf(resolve(id, to))})`,
            ),
            map: null,
          }
        : null,
  };
}

/** Replaces Vite's loader, which also preloads scripts. This one only waits for the stylesheet, even if that fails. */
const stylesLoader: Plugin = {
  name: 'linkhaul-styles-loader',
  enforce: 'pre',
  load: (id) =>
    id === '\0vite/preload-helper.js'
      ? `const loading = {};
const load = (path) => loading[path] ??= document.querySelector('link[href$="' + path + '"]') ??
  new Promise((done) => document.head.append(Object.assign(document.createElement('link'),
    { rel: 'stylesheet', href: '/' + path, onload: done, onerror: done })));
export const __vitePreload = (start, paths = []) => Promise.all(paths.map(load)).then(start);`
      : null,
};

interface Graph {
  /** By a plain `import`, not by `import()`. */
  getModuleInfo(id: string): { readonly importers: readonly string[] } | null;
}

const groups = [
  { name: popupGroup, debugName: 'page', priority: 2 },
  // Pages can share stylesheets because their classes don't overlap.
  { name: 'styles', test: /\.css$/, priority: 1 },
  // These modules only declare things. Modules of `entrypoints` and `page` have side effects.
  { name: 'full-page', test: /\/(?:components|lib|node_modules)\//, minShareCount: 2 },
];

const start = /\/entrypoints\/popup\/(?:index\.html|main\.tsx)$/;

/** "page" for every module that the popup needs to start, except its entry, because other pages load these too. */
function popupGroup(id: string, graph: Graph): string | null {
  const seen = new Set<string>();
  const isNeeded = (module: string): boolean =>
    start.test(module) ||
    (graph.getModuleInfo(module)?.importers ?? []).some(
      (importer) => !seen.has(importer) && seen.add(importer) && isNeeded(importer),
    );
  return !start.test(id) && isNeeded(id) ? 'page' : null;
}
