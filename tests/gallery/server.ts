import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import preact from '@preact/preset-vite';
import { build, type InlineConfig, preview } from 'vite';
import { iconSprite } from '../../scripts/icon-sprite.ts';

export interface Gallery {
  readonly address: string;
  readonly close: () => Promise<void>;
}

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

export async function startGallery(): Promise<Gallery> {
  const outDir = await mkdtemp(join(tmpdir(), 'linkhaul-gallery-'));
  const config: InlineConfig = {
    configFile: false,
    root: here('.'),
    logLevel: 'error',
    plugins: [preact({ reactAliasesEnabled: false }), iconSprite()],
    resolve: { alias: { '#i18n': here('./i18n.ts'), '#page': here('./page') } },
    build: { outDir, minify: false },
    preview: { host: '127.0.0.1', port: 0 },
  };
  await build(config);
  const server = await preview(config);
  const [base] = server.resolvedUrls?.local ?? [];
  if (base === undefined) throw new Error('The gallery has no address.');
  return {
    address: base,
    async close() {
      await server.close();
      await rm(outDir, { recursive: true });
    },
  };
}
