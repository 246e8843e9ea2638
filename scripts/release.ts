/**
 * `npm run release -- 0.2.0`: everything for a release except the push. Sets versions, dates the changelog, runs all
 * tests, packs extension, sources and both npm packages into `.output`, commits and tags. If a step fails, the checkout
 * is restored.
 */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { CommandError, root, run, runCommand } from './process.ts';

const changelogPath = join(root, 'CHANGELOG.md');

await runCommand(async () => {
  const [version = ''] = process.argv.slice(2);
  if (!/^\d+\.\d+\.\d+$/.test(version)) {
    throw new CommandError('Add the version, for example: npm run release -- 0.2.0');
  }
  const changes = await git('status', '--porcelain');
  if (changes !== '') throw new CommandError('There are uncommitted changes. Commit them first.');

  const start = await git('rev-parse', 'HEAD');
  try {
    await setVersions(version);
    const changelog = await readFile(changelogPath, 'utf8');
    await writeFile(changelogPath, dateChangelog(changelog, version, new Date().toISOString().slice(0, 10)));
    await npm('run', 'test:all');
    await npm('run', 'zip');
    await npm('pack', '-w', 'widget', '-w', 'api', '--pack-destination', '.output');
    await git('commit', '--all', '--message', `Release ${version}`);
    await git('tag', `v${version}`);
  } catch (error) {
    await git('reset', '--hard', start);
    throw error;
  }
  console.log(`Version ${version} is tagged, and its packages are in .output. To publish it:

  git push --follow-tags
  npm publish .output/linkhaul-player-${version}.tgz
  npm publish .output/linkhaul-api-${version}.tgz

Then upload the zips to the stores. docs/stores.md has their texts.`);
  return 0;
});

/** `npm version` would reinstall the workspaces. */
async function setVersions(version: string): Promise<void> {
  const edit = async (file: string, change: (json: Manifest) => void) => {
    const json = JSON.parse(await readFile(join(root, file), 'utf8'));
    change(json);
    await writeFile(join(root, file), `${JSON.stringify(json, null, 2)}\n`);
  };
  const { workspaces } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as Manifest;
  for (const folder of ['', ...workspaces]) {
    await edit(join(folder, 'package.json'), (manifest) => Object.assign(manifest, { version }));
  }
  await edit('package-lock.json', (lock) => {
    for (const locked of [lock, ...['', ...workspaces].map((folder) => lock.packages[folder])])
      Object.assign(locked ?? {}, { version });
  });
}

interface Manifest {
  readonly workspaces: readonly string[];
  readonly packages: Readonly<Record<string, object>>;
}

/** @param day `YYYY-MM-DD` */
function dateChangelog(text: string, version: string, day: string): string {
  if (!text.includes('\n## Unreleased\n')) {
    throw new CommandError('CHANGELOG.md has no section “Unreleased”, so there is nothing to release.');
  }
  return text.replace('\n## Unreleased\n', `\n## ${version} – ${day}\n`);
}

async function git(...args: readonly string[]): Promise<string> {
  const { code, output } = await run('git', args, { cwd: root });
  if (code !== 0) throw new CommandError(`git ${args.join(' ')}: ${output}`);
  return output.trim();
}

async function npm(...args: readonly string[]): Promise<void> {
  const { code } = await run('npm', args, { cwd: root, inheritOutput: true });
  if (code !== 0) throw new CommandError(`npm ${args.join(' ')} failed. The checkout was restored.`);
}
