/** Serves the gallery on a free port. */
import { fileURLToPath } from 'node:url';
import preact from '@preact/preset-vite';
import { createServer } from 'vite';

export interface Gallery {
  /** The address of a scene. */
  readonly address: (scene: string, direction?: 'ltr' | 'rtl') => string;
  readonly close: () => Promise<void>;
}

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

export async function startGallery(): Promise<Gallery> {
  const server = await createServer({
    configFile: false,
    root: here('.'),
    cacheDir: here('../../node_modules/.vite-gallery'),
    logLevel: 'error',
    plugins: [preact({ reactAliasesEnabled: false, devToolsEnabled: false, prefreshEnabled: false })],
    resolve: { alias: { '#i18n': here('./i18n.ts') } },
    server: { host: '127.0.0.1', port: 0, hmr: false, watch: null, fs: { allow: [here('../..')] } },
  });
  await server.listen();
  const [base] = server.resolvedUrls?.local ?? [];
  if (base === undefined) throw new Error('The gallery has no address.');
  return {
    address: (scene, direction = 'ltr') => `${base}?scene=${scene}&dir=${direction}`,
    close: () => server.close(),
  };
}
