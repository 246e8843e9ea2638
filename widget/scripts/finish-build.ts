/** Completes `dist`: declarations, including the script's, integrity hashes, and the installable WordPress plugin folder. */
import { createHash } from 'node:crypto';
import { copyFile, cp, readFile, writeFile } from 'node:fs/promises';
import { rewriteDeclarations } from '../../scripts/declarations.ts';

const dist = new URL('../dist/', import.meta.url);
await copyFile(new URL('../src/global.d.ts', import.meta.url), new URL('linkhaul-player.d.ts', dist));
await rewriteDeclarations(dist);

const plugin = new URL('wordpress/linkhaul-player/', dist);
await cp(new URL('../wordpress/', import.meta.url), plugin, { recursive: true });
for (const script of ['linkhaul-player.js', 'linkhaul-player-extras.js'])
  await copyFile(new URL(script, dist), new URL(script, plugin));

const hashes: Record<string, string> = {};
for (const script of ['linkhaul-player.js', 'auto.js', 'linkhaul-player-extras.js']) {
  const hash = createHash('sha384').update(await readFile(new URL(script, dist)));
  hashes[script] = `sha384-${hash.digest('base64')}`;
}
await writeFile(new URL('integrity.json', dist), `${JSON.stringify(hashes, null, 2)}\n`);
