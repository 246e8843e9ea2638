/**
 * The package's builds: two scripts for a `<script>` tag (`vite build --mode script`, which runs first because embed code contains its
 * hash, and `--mode auto`), the code that both load on demand (`--mode extras`), and modules (`vite build`), one file per source file for
 * tree shaking.
 */
import { fileURLToPath } from 'node:url';
import { defineConfig, type Plugin } from 'vite';

const source = (name: string) => fileURLToPath(new URL(`src/${name}`, import.meta.url));

/** Minifiers don't change the style sheet, which is a string. */
export const compactStyle: Plugin = {
  name: 'linkhaul-compact-style',
  enforce: 'pre',
  transform: {
    filter: { id: /src\/player-style\.ts$/ },
    handler: (code) =>
      code.replace(
        /(?<==> )`([^`]*)`/,
        (_, css: string) =>
          `\`${css
            .replace(/\/\*.*?\*\//gs, '')
            .trim()
            .replace(/\s*([{},;:>!]|\n)\s*/g, '$1')
            .replaceAll(';}', '}')}\``,
      ),
  },
};

/** `message` contains the code instead. */
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

const extrasName = 'linkhaul-player-extras.js';

/** The scripts load the extras from a separate file. */
const separateExtras: Plugin = {
  name: 'linkhaul-separate-extras',
  enforce: 'pre',
  resolveId: {
    filter: { id: /^\.\/(load-extras\.ts|linkhaul-player-extras\.js)$/ },
    handler: (id) =>
      id.endsWith('.js') ? { id: `./${extrasName}`, external: true } : source('load-script-extras.ts'),
  },
};

/** Files that pages load, by build mode. */
const files: Readonly<Record<string, { readonly entry: string; readonly name: string }>> = {
  script: { entry: 'script.ts', name: 'linkhaul-player.js' },
  auto: { entry: 'auto.ts', name: 'auto.js' },
  extras: { entry: 'extras.ts', name: extrasName },
};

export default defineConfig(({ mode }) => {
  const file = files[mode];
  const isScript = mode === 'script' || mode === 'auto';
  return {
    root: fileURLToPath(new URL('.', import.meta.url)),
    configFile: false,
    plugins: [
      compactStyle,
      // Removes rare messages from the main script. In the other files every byte counts, so it removes all.
      ...(file
        ? [shortenErrors(mode === 'script' ? 'bad-address|bad-characters|credentials|duplicate' : '[\\w-]+')]
        : []),
      ...(isScript ? [separateExtras] : []),
    ],
    build: {
      target: 'es2022',
      emptyOutDir: mode === 'script',
      ...(file
        ? {
            lib: {
              entry: source(file.entry),
              name: 'linkhaulPlayer',
              formats: [isScript ? ('iife' as const) : ('es' as const)],
              fileName: () => file.name,
            },
            rolldownOptions: { output: { generatedCode: { symbols: false }, minify: true } },
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
  };
});
