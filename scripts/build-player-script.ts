/** Builds the player's scripts in memory, so that nobody uses an outdated file. */
import { join } from 'node:path';
import { build } from 'vite';
import { root } from './process.ts';

/** `extras` builds `linkhaul-player-extras.js`, which both players load on demand. */
export async function buildPlayerScript(mode: 'script' | 'auto' | 'extras' = 'script'): Promise<string> {
  const built = await build({
    configFile: join(root, 'widget/vite.config.ts'),
    mode,
    logLevel: 'error',
    build: { write: false },
  });
  const [result] = Array.isArray(built) ? built : [built];
  if (!result || !('output' in result)) throw new Error('The build of the widget produced no output.');
  return result.output[0].code;
}
