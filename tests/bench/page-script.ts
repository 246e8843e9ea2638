import { fileURLToPath } from 'node:url';
import { build } from 'vite';

export async function bundlePageScript(url: URL): Promise<string> {
  const built = await build({
    configFile: false,
    logLevel: 'error',
    build: { write: false, lib: { entry: fileURLToPath(url), formats: ['iife'], name: 'benchmark' } },
  });
  const [bundle] = Array.isArray(built) ? built : [built];
  const [chunk] = bundle !== undefined && 'output' in bundle ? bundle.output : [];
  if (chunk?.type !== 'chunk') throw new Error(`${url} was not built.`);
  return chunk.code;
}
