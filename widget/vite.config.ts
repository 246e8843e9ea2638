/**
 * The two builds of the package: modules (`vite build`), one file for each source file so that bundlers can drop what a page
 * does not use, and `vite build --mode script`, everything that a `<script>` tag needs in one file.
 */
import { fileURLToPath } from 'node:url';
import { defineConfig, type Plugin } from 'vite';

const source = (name: string) => fileURLToPath(new URL(`src/${name}`, import.meta.url));

/** Minifiers leave what is inside a string alone; this takes the line breaks out of the style sheet. */
export const compactStyle: Plugin = {
  name: 'linkhaul-compact-style',
  enforce: 'pre',
  transform: {
    filter: { id: /element-style\.ts$/ },
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
            },
            formats: ['es' as const],
          },
          rolldownOptions: { output: { preserveModules: true } },
        }),
  },
}));
