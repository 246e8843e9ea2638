/** Packs and installs a package of this repository into an empty project. */
import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, readdir, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join, resolve } from 'node:path';
import { promisify } from 'node:util';

export interface Packed {
  readonly tarball: string;
  /** The project. Its parent has this repository's packages, for peer dependencies. */
  readonly app: string;
  /** In the project. Returns the output. */
  run(program: string, ...args: readonly string[]): Promise<string>;
  remove(): Promise<void>;
}

/** @param workspace built from `sources` next to it */
export async function packAndInstall(
  workspace: 'api' | 'widget',
  sources: readonly string[] = [],
): Promise<Packed> {
  const folder = await mkdtemp(join(tmpdir(), 'linkhaul-package-'));
  const app = join(folder, 'app');
  const run = async (program: string, ...args: readonly string[]): Promise<string> => {
    const path = `${resolve('node_modules/.bin')}${delimiter}${process.env['PATH']}`;
    const { stdout } = await promisify(execFile)(program, args, {
      cwd: app,
      env: { ...process.env, PATH: path },
      // npm is a script on Windows.
      shell: process.platform === 'win32',
    });
    return stdout;
  };

  // In a copy, because packing replaces package.json for a while.
  const copy = join(folder, 'copy');
  for (const name of [
    workspace,
    ...sources,
    'tsconfig.base.json',
    'scripts/declarations.ts',
    'docs/http-api.md',
    'LICENSE',
  ]) {
    const filter = (path: string) => !/[\\/](dist|node_modules)$/.test(path);
    await cp(name, join(copy, name), { recursive: true, filter });
  }
  await symlink(resolve('node_modules'), join(folder, 'node_modules'), 'junction');
  await mkdir(app);
  await writeFile(join(app, 'package.json'), JSON.stringify({ private: true, type: 'module' }));
  await run('npm', 'pack', join(copy, workspace), '--pack-destination', folder);
  const [name = 'no tarball'] = (await readdir(folder)).filter((each) => each.endsWith('.tgz'));
  const tarball = join(folder, name);
  await run('npm', 'install', '--prefer-offline', '--no-audit', '--no-fund', tarball);
  return { tarball, app, run, remove: () => rm(folder, { recursive: true }) };
}
