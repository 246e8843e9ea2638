/** The package as npm would publish it, installed into an empty project. */
import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const exec = promisify(execFile);
const bin = resolve('node_modules/.bin');

let folder: string;
let app: string;

/** Runs a program in the empty project and gives what it printed. */
const run = async (program: string, ...args: readonly string[]): Promise<string> => {
  const { stdout } = await exec(program, args, {
    cwd: app,
    env: { ...process.env, PATH: `${bin}:${process.env['PATH']}` },
  });
  return stdout;
};

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'linkhaul-package-'));
  app = join(folder, 'app');
  // Packing turns package.json around for a moment; in a copy, nobody else meets it then.
  const copy = join(folder, 'copy');
  await cp('widget', join(copy, 'widget'), {
    recursive: true,
    filter: (path) => !/\/(dist|node_modules)$/.test(path),
  });
  for (const file of ['tsconfig.base.json', 'LICENSE']) await cp(file, join(copy, file));
  await symlink(resolve('node_modules'), join(copy, 'node_modules'));
  await mkdir(app);
  await writeFile(join(app, 'package.json'), JSON.stringify({ private: true, type: 'module' }));
  await run('npm', 'pack', join(copy, 'widget'), '--pack-destination', folder);
  const [tarball] = (await readdir(folder)).filter((name) => name.endsWith('.tgz'));
  await run('npm', 'install', '--offline', '--no-audit', '--no-fund', join(folder, tarball ?? 'no tarball'));
}, 120_000);

afterAll(() => rm(folder, { recursive: true }));

describe('the packed package', () => {
  it('holds what is built, and nothing that needs another package', async () => {
    const installed = join(app, 'node_modules/linkhaul-player');
    expect((await readdir(installed)).sort()).toEqual(['LICENSE', 'README.md', 'dist', 'package.json']);
    const manifest = JSON.parse(await readFile(join(installed, 'package.json'), 'utf8')) as Record<
      string,
      unknown
    >;
    expect(manifest).not.toHaveProperty('dependencies');
    expect(manifest).not.toHaveProperty('publishConfig');
  });

  it('runs on a server, the element included', async () => {
    await writeFile(
      join(app, 'server.js'),
      `import { embedUrl } from 'linkhaul-player';
       import 'linkhaul-player/element';
       process.stdout.write(embedUrl({ baseUrl: 'https://host.example', fileCode: 'a b' }));`,
    );
    expect(await run('node', 'server.js')).toBe('https://host.example/e/a%20b');
  });

  it('has types, however modules are resolved', async () => {
    await writeFile(
      join(app, 'types.ts'),
      `import { type EmbedOptions, embedUrl, parseEmbedUrl } from 'linkhaul-player';
       import type { LinkhaulPlayer } from 'linkhaul-player/element';
       const options: EmbedOptions = parseEmbedUrl(embedUrl({ baseUrl: '', fileCode: '' }));
       export const player: LinkhaulPlayer = document.createElement('linkhaul-player');
       player.poster = options.poster ?? '';
       // @ts-expect-error a flag is no text
       player.credentialless = 'yes';`,
    );
    for (const [module, resolution] of [
      ['nodenext', 'nodenext'],
      ['esnext', 'bundler'],
    ] as const) {
      const found = run(
        'tsc',
        ...['--noEmit', '--strict', '--types', '', '--target', 'es2024', '--lib', 'es2024,dom'],
        ...['--module', module, '--moduleResolution', resolution, 'types.ts'],
      );
      await expect(found).resolves.toBe('');
    }
  }, 60_000);

  it('gives bundlers only what is imported', async () => {
    await writeFile(
      join(app, 'main.js'),
      `import { embedUrl } from 'linkhaul-player'; console.log(embedUrl);`,
    );
    await writeFile(join(app, 'index.html'), '<script type="module" src="./main.js"></script>');
    await run('vite', 'build', '--logLevel', 'error');
    const [file] = await readdir(join(app, 'dist/assets'));
    const code = await readFile(join(app, 'dist/assets', file ?? 'no file'), 'utf8');
    expect(code).toContain('c_poster');
    expect(code).not.toMatch(/attachShadow|\[url=|JSON\.parse/);
  }, 60_000);
});
