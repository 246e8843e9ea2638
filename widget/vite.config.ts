/**
 * The builds of the package: two scripts for a `<script>` tag (`vite build --mode script`, which comes first, because embed code
 * names its hash, and `--mode auto`), and modules (`vite build`), one file for each source file for tree shaking.
 */
import { fileURLToPath } from 'node:url';
import { defineConfig, type Plugin } from 'vite';

const source = (name: string) => fileURLToPath(new URL(`src/${name}`, import.meta.url));

/** Minifies the style sheet, which is a string that minifiers do not change. */
export const compactStyle: Plugin = {
  name: 'linkhaul-compact-style',
  enforce: 'pre',
  transform: {
    filter: { id: /src\/element\.ts$/ },
    handler: (code) =>
      code.replace(
        /(?<=replaceSync\()`([^`]*)`/,
        (_, css: string) => `\`${css.trim().replace(/\s*([{},;:>+!]|\n)\s*/g, '$1')}\``,
      ),
  },
};

/** Leaves out the sentences of these errors: the message has the code instead. */
const shortenErrors = (codes: string): Plugin => ({
  name: 'linkhaul-shorten-errors',
  enforce: 'pre',
  transform: {
    filter: { id: /src\/(validation|embed-url)\.ts$/ },
    handler: (code) =>
      code
        .replace(new RegExp(`(new EmbedError\\('(?:${codes})'.*), (?:'[^']*'|\`[^\`]*\`)(?=\\))`, 'g'), '$1')
        .replace('{sentence}', '{sentence ?? code}'),
  },
});

/** Leaves out lists of files, the early connection, early properties and other documents. */
const reduce: Plugin = {
  name: 'linkhaul-reduce',
  enforce: 'pre',
  transform: {
    filter: { id: /src\/element\.ts$/ },
    handler: (code) =>
      code
        .replace('hasLists = true as boolean', 'hasLists = false')
        .replace(/^(?:div|slot:not\(\[name\]\)) \{.*\n/gm, '')
        .replace(':host, div {', ':host {')
        .replace(/ *if \(preconnectedOrigin[^;]*;\n *preconnectedOrigin = origin;\n/, '')
        .replace(/ *upgradeProperties\(this.*\n/, '')
        .replace(/view === window \? (.*) : .*,/, '$1,'),
  },
};

const scripts: Readonly<Record<string, string>> = { script: 'linkhaul-player.js', auto: 'auto.js' };

export default defineConfig(({ mode }) => ({
  root: fileURLToPath(new URL('.', import.meta.url)),
  configFile: false,
  plugins: [
    ...(mode === 'auto' ? [reduce] : []),
    compactStyle,
    // Those that are seldom seen; where every byte counts, all.
    ...(mode in scripts
      ? [shortenErrors(mode === 'auto' ? '[\\w-]+' : 'bad-address|bad-characters|credentials|duplicate')]
      : []),
  ],
  build: {
    target: 'es2022',
    emptyOutDir: mode === 'script',
    ...(mode in scripts
      ? {
          lib: {
            entry: source(`${mode}.ts`),
            name: 'linkhaulPlayer',
            formats: ['iife' as const],
            fileName: () => scripts[mode] ?? mode,
          },
          rolldownOptions: { output: { generatedCode: { symbols: false } } },
        }
      : {
          minify: false,
          lib: {
            entry: {
              index: source('index.ts'),
              element: source('element.ts'),
              'builder/index': source('builder/index.ts'),
              'frameworks/react': source('frameworks/react.ts'),
            },
            formats: ['es' as const],
          },
          rolldownOptions: { external: ['react'], output: { preserveModules: true } },
        }),
  },
}));
