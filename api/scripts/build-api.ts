/** Builds the package into `dist` from the sources in `lib/api`, and copies the licence and the API document that comments cite. */
import { execFile } from 'node:child_process';
import { copyFile, mkdir, rm } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { rewriteDeclarations } from '../../scripts/declarations.ts';

const root = new URL('../', import.meta.url);
const dist = new URL('dist/', root);
await rm(dist, { recursive: true, force: true });
await promisify(execFile)('tsc', ['-p', fileURLToPath(root)]);
await rewriteDeclarations(dist);
await copyFile(new URL('../LICENSE', root), new URL('LICENSE', root));
await mkdir(new URL('docs/', root), { recursive: true });
await copyFile(new URL('../docs/http-api.md', root), new URL('docs/http-api.md', root));
