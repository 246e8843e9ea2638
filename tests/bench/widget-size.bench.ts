/**
 * What the widget costs a page: each thing that can be imported, bundled from its sources as a website would bundle it,
 * minified and compressed with brotli at its strongest.
 */
import { fileURLToPath } from 'node:url';
import { brotliCompressSync } from 'node:zlib';
import { build } from 'vite';
import { compactStyle } from '../../widget/vite.config.ts';
import { type Benchmark, type Result, result } from './bench.ts';

const source = (name: string) => fileURLToPath(new URL(`../../widget/src/${name}`, import.meta.url));

interface Part {
  readonly name: string;
  /** What a website writes. */
  readonly code: string;
  /** Bytes. */
  readonly goal?: { readonly atMost: number };
}

const parts: readonly Part[] = [
  {
    name: 'addresses: embedUrl and parseEmbedUrl',
    code: `export { embedUrl, parseEmbedUrl } from '${source('index.ts')}'`,
    goal: { atMost: 1_000 },
  },
  {
    name: 'subtitle documents',
    code: `export { subtitleDocument, parseSubtitleDocument } from '${source('index.ts')}'`,
  },
  { name: 'embed code, every format', code: `export { embedCode } from '${source('index.ts')}'` },
  {
    name: 'linkhaul-player.js: the element with its style, and addresses',
    code: `export * from '${source('script.ts')}'`,
    goal: { atMost: 2_500 },
  },
];

const benchmark: Benchmark = {
  title: 'Size of the widget, minified + brotli',
  async run() {
    const results: Result[] = [];
    for (const { name, code, ...goal } of parts) {
      const bytes = brotliCompressSync(await bundle(code)).length;
      results.push(result({ name: `widget size, ${name}`, value: bytes, unit: 'B', ...goal }));
    }
    return results;
  },
};

/** One module and all that it needs, minified. */
async function bundle(code: string): Promise<string> {
  const built = await build({
    configFile: false,
    logLevel: 'error',
    plugins: [
      compactStyle,
      {
        name: 'linkhaul-entry',
        resolveId: { filter: { id: /^virtual:entry$/ }, handler: () => '\0virtual:entry' },
        load: { filter: { id: /virtual:entry$/ }, handler: () => code },
      },
    ],
    build: {
      write: false,
      target: 'es2022',
      minify: true,
      modulePreload: false,
      rolldownOptions: { input: 'virtual:entry', preserveEntrySignatures: 'strict' },
    },
  });
  const [output] = Array.isArray(built) ? built : [built];
  if (!output || !('output' in output)) throw new Error('The build gave nothing.');
  return output.output[0].code;
}

export default benchmark;
