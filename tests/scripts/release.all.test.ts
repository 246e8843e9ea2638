/** Makes a release in a copy of the repository, without tests and packing: versions, changelog, commit and tag. */
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { root, run } from '../../scripts/process.ts';

const manifests = ['package.json', 'api/package.json', 'service/package.json', 'widget/package.json'];

let copy = '';
beforeEach(async () => {
  copy = await mkdtemp(join(tmpdir(), 'linkhaul-release-'));
  for (const file of [...manifests, 'package-lock.json', 'scripts', 'CHANGELOG.md'])
    await cp(join(root, file), join(copy, file), { recursive: true });
  const manifest = JSON.parse(await readFile(join(copy, 'package.json'), 'utf8'));
  // These take minutes and have their own tests.
  manifest.scripts = { ...manifest.scripts, 'test:all': 'node -e ""', zip: 'mkdir -p .output' };
  await writeFile(join(copy, 'package.json'), JSON.stringify(manifest));
  for (const name of ['widget', 'api']) {
    const path = join(copy, name, 'package.json');
    const { scripts, ...rest } = JSON.parse(await readFile(path, 'utf8'));
    await writeFile(path, JSON.stringify({ ...rest, files: [] }));
  }
  await writeFile(join(copy, '.gitignore'), '.output\n');
  await git('init', '--quiet');
  await git('config', 'user.email', 'test@linkhaul.example');
  await git('config', 'user.name', 'Test');
  await git('add', '--all');
  await git('commit', '--quiet', '--message', 'Start');
});
afterEach(() => rm(copy, { recursive: true }));

async function git(...args: readonly string[]): Promise<string> {
  const { output } = await run('git', args, { cwd: copy });
  return output.trim();
}
const release = (version: string) =>
  run(process.execPath, [join(copy, 'scripts/release.ts'), version], { cwd: copy, timeoutMs: 60_000 });

it('sets the versions, dates the changelog, commits and tags', async () => {
  const { code, output } = await release('0.9.0');
  expect(code, output).toBe(0);
  for (const file of [...manifests, 'package-lock.json']) {
    const { version } = JSON.parse(await readFile(join(copy, file), 'utf8'));
    expect(version, file).toBe('0.9.0');
  }
  expect(await readFile(join(copy, 'CHANGELOG.md'), 'utf8')).toMatch(/^## 0\.9\.0 – \d{4}-\d\d-\d\d$/m);
  expect(await git('log', '-1', '--format=%s %D')).toMatch(/^Release 0\.9\.0 .*tag: v0\.9\.0/);
  expect(await git('status', '--porcelain')).toBe('');
}, 60_000);

it('changes nothing and shows the reason when the tests fail', async () => {
  const manifest = JSON.parse(await readFile(join(copy, 'package.json'), 'utf8'));
  manifest.scripts['test:all'] = 'node -e "process.exit(1)"';
  await writeFile(join(copy, 'package.json'), JSON.stringify(manifest));
  expect((await release('0.9.0')).output).toContain('uncommitted changes');
  await git('commit', '--all', '--quiet', '--message', 'Break the tests');
  const { code, output } = await release('0.9.0');
  expect([code, output]).toEqual([1, expect.stringContaining('npm run test:all failed')]);
  expect(await git('status', '--porcelain')).toBe('');
  expect(await git('tag')).toBe('');
  expect((await release('next')).output).toContain('Add the version');
}, 60_000);
