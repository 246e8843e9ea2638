/**
 * package.json has two faces. In the workspace its `exports` lead to the sources, so that the extension and the tests need no build.
 * What is published leads to `dist`: that face stands under `publishConfig`, which npm reads no exports from. So
 * `npm pack` and `npm publish` turn it outwards before they pack, and back afterwards.
 *
 *   node scripts/pack.ts publish | workspace
 */
import { copyFile, readFile, rename, rm, writeFile } from 'node:fs/promises';

const manifest = new URL('../package.json', import.meta.url);
/** The workspace's face while the other one is out; found at the start, it tells of a run that was interrupted. */
const kept = new URL('../package.workspace.json', import.meta.url);
const licence = {
  from: new URL('../../LICENSE', import.meta.url),
  to: new URL('../LICENSE', import.meta.url),
};

await rename(kept, manifest).catch((error: NodeJS.ErrnoException) => {
  if (error.code !== 'ENOENT') throw error;
});
await rm(licence.to, { force: true });

if (process.argv[2] === 'publish') {
  const text = await readFile(manifest, 'utf8');
  const {
    publishConfig,
    scripts: _scripts,
    devDependencies: _dev,
    ...rest
  } = JSON.parse(text) as Record<string, unknown>;
  await writeFile(kept, text);
  await writeFile(manifest, `${JSON.stringify({ ...rest, ...(publishConfig as object) }, null, 2)}\n`);
  await copyFile(licence.from, licence.to);
}
