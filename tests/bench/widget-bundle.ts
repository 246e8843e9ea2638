/** One minified file, as a website would bundle modules. */
import { brotliCompressSync } from 'node:zlib';
import { build } from 'vite';
import { compactStyle } from '../../widget/vite.config.ts';

export interface Bundle {
  readonly script: string;
  /** Empty without a style, or if it is in the script. */
  readonly style: string;
}

export async function bundle(code: string): Promise<Bundle> {
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
  if (!output || !('output' in output)) throw new Error('The build produced no output.');
  const [entry, ...others] = output.output;
  const style = others.map((file) => (file.type === 'asset' ? String(file.source) : '')).join('');
  return { script: entry.code, style };
}

export const brotli = (...files: readonly string[]): number =>
  files.reduce((sum, file) => sum + (file ? brotliCompressSync(file).length : 0), 0);
