/** Finishes `dist`: the declarations, those of the script, and the WordPress plugin, a folder that a website installs. */
import { copyFile, cp } from 'node:fs/promises';
import { rewriteDeclarations } from '../../scripts/declarations.ts';

const dist = new URL('../dist/', import.meta.url);
await copyFile(new URL('../src/global.d.ts', import.meta.url), new URL('linkhaul-player.d.ts', dist));
await rewriteDeclarations(dist);

const plugin = new URL('wordpress/linkhaul-player/', dist);
await cp(new URL('../wordpress/', import.meta.url), plugin, { recursive: true });
await copyFile(new URL('linkhaul-player.js', dist), new URL('linkhaul-player.js', plugin));
