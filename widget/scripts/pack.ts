/**
 * `pack.ts publish | workspace`: copies `exports` from `publishConfig` into package.json, because npm doesn't, or restores the workspace's
 * version.
 */
import { copyFile, readFile, rename, rm, writeFile } from 'node:fs/promises';

const manifest = new URL('../package.json', import.meta.url);
/** The workspace's package.json. Exists at the start if the last run was interrupted. */
const backup = new URL('../package.workspace.json', import.meta.url);
const licence = {
  from: new URL('../../LICENSE', import.meta.url),
  to: new URL('../LICENSE', import.meta.url),
};

await rename(backup, manifest).catch((error: NodeJS.ErrnoException) => {
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
  await writeFile(backup, text);
  await writeFile(manifest, `${JSON.stringify({ ...rest, ...(publishConfig as object) }, null, 2)}\n`);
  await copyFile(licence.from, licence.to);
}
