/** Finishes the declarations in `dist`, and adds those of the script. */
import { copyFile } from 'node:fs/promises';
import { rewriteDeclarations } from '../../scripts/declarations.ts';

const dist = new URL('../dist', import.meta.url);
await copyFile(new URL('../src/global.d.ts', import.meta.url), new URL('linkhaul-player.d.ts', dist));
await rewriteDeclarations(dist);
