/**
 * The two builds of the package: modules (`vite build`), one file for each source file for tree shaking, and one script for a
 * `<script>` tag (`vite build --mode script`).
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
        (_, css: string) => `\`${css.trim().replace(/\s*([{},;:>]|\n)\s*/g, '$1')}\``,
      ),
  },
};

export default defineConfig(({ mode }) => ({
  root: fileURLToPath(new URL('.', import.meta.url)),
  configFile: false,
  plugins: [compactStyle],
  build: {
    target: 'es2022',
    emptyOutDir: mode !== 'script',
    ...(mode === 'script'
      ? {
          lib: {
            entry: source('script.ts'),
            name: 'linkhaulPlayer',
            formats: ['iife' as const],
            fileName: () => 'linkhaul-player.js',
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
