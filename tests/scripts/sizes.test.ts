import { randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { checkSizes, limits, measure } from '../../scripts/sizes.ts';

/** Texts that don't compress to the same length by chance. */
const script = (name: string, more = '') =>
  `${more}console.log(${JSON.stringify(name.repeat(name.length))});`;

const files = {
  'manifest.json': JSON.stringify({ background: { service_worker: 'background.js' } }),
  'background.js': script('background', 'import "./chunks/shared.js";'),
  'popup.html': `<script type="module" crossorigin src="/chunks/popup.js"></script>
    <link rel="modulepreload" crossorigin href="/chunks/shared.js">
    <link rel="stylesheet" crossorigin href="/assets/popup.css"><link rel="icon" href="/icon.png">`,
  'chunks/popup.js': `import{a}from"./shared.js";export*from"./more.js";const later=()=>import("./lazy.js");${script('popup')}`,
  'chunks/shared.js': `export const a=1;${script('shared')}`,
  'chunks/more.js': `export{b}from"./deep.js";${script('more')}`,
  'chunks/deep.js': `export const b=1;${script('deep-deep')}`,
  'chunks/lazy.js': script('lazy'),
  'assets/popup.css': '.a{color:red}',
};

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'linkhaul-sizes-'));
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), text);
  }
});
afterEach(() => rm(folder, { recursive: true }));

const gzip = (...paths: readonly (keyof typeof files)[]) =>
  paths.reduce((sum, path) => sum + gzipSync(files[path], { level: 9 }).length, 0);

describe('measure', () => {
  it('includes everything the popup imports statically, each file once', async () => {
    const { popup } = await measure(folder);
    const first = ['chunks/popup.js', 'chunks/shared.js', 'chunks/more.js', 'chunks/deep.js'] as const;
    expect(popup).toBe(gzip(...first, 'assets/popup.css'));
  });

  it('counts what the background imports, as a worker and as an event page', async () => {
    const expected = gzip('background.js', 'chunks/shared.js');
    expect((await measure(folder)).background).toBe(expected);
    const manifest = { background: { scripts: ['background.js'], type: 'module' } };
    await writeFile(join(folder, 'manifest.json'), JSON.stringify(manifest));
    expect((await measure(folder)).background).toBe(expected);
  });

  it('counts every file in the package', async () => {
    const before = (await measure(folder)).zip;
    await writeFile(
      join(folder, 'icon.png'),
      Buffer.from(Array.from({ length: 999 }, (_, i) => (i * 7919) % 251)),
    );
    expect((await measure(folder)).zip).toBeGreaterThan(before + 200);
  });

  it('reports missing files', async () => {
    await rm(join(folder, 'chunks/deep.js'));
    await expect(measure(folder)).rejects.toThrow('The built extension has no file chunks/deep.js.');
    await expect(measure(join(folder, 'nowhere'))).rejects.toThrow('Run "npm run build" first');
  });
});

it('fails over a limit, and prints by how much', async () => {
  const log = vi.spyOn(console, 'log').mockImplementation(() => undefined);
  expect(await checkSizes([folder])).toBe(true);
  const limit = (limits.popup / 1_000).toFixed(1);
  expect(log.mock.lastCall?.[0]).toMatch(new RegExp(`popup .* 0\\.3 kB of ${limit} kB, \\d+\\.\\d kB left`));
  await writeFile(join(folder, 'assets/popup.css'), randomBytes(limits.popup + 1_000));
  expect(await checkSizes([folder])).toBe(false);
  expect(log.mock.lastCall?.[0]).toMatch(new RegExp(`popup .* of ${limit} kB, OVER by 1\\.\\d kB`));
  log.mockRestore();
});
