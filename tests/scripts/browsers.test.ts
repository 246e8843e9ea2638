import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { findBrowser } from '../../scripts/browsers.ts';
import { findAllOnPath, findOnPath } from '../../scripts/packages.ts';
import { CommandError } from '../../scripts/process.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'linkhaul-path-'));
});
afterEach(() => rm(folder, { recursive: true }));

/** Puts a program on the test's PATH that responds to `--version` with `says`. */
async function program(path: string, says: string, code = 0): Promise<string> {
  const file = join(folder, path);
  await mkdir(join(file, '..'), { recursive: true });
  await writeFile(file, `#!/bin/sh\necho '${says}'\nexit ${code}\n`);
  await chmod(file, 0o755);
  return file;
}

const find = (
  name: 'chromium' | 'firefox',
  variables: Record<string, string> = {},
  downloaded: string[] = [],
) =>
  findBrowser(
    name,
    { HOME: folder, PATH: `${folder}${delimiter}${join(folder, 'second')}`, ...variables },
    downloaded,
  );

describe('findBrowser', () => {
  it('finds nothing if none is installed', async () => {
    expect(await find('chromium')).toBeUndefined();
    expect(await find('firefox')).toBeUndefined();
  });

  it('returns path and version of the browser on PATH', async () => {
    const path = await program('chromium', 'Chromium 156.0.8078.79 built on Debian');
    expect(await find('chromium')).toEqual({
      name: 'chromium',
      path,
      version: 'Chromium 156.0.8078.79 built on Debian',
    });
  });

  it('prefers the better name over the earlier folder', async () => {
    await program('google-chrome', 'Google Chrome for Testing 159.0.8154.6');
    const path = await program('second/chromium', 'Chromium 156.0.1.2');
    expect((await find('chromium'))?.path).toBe(path);
  });

  it.each([
    ['a browser that does not start', 'Chromium 156.0.1.2', 127],
    ['a stub that only says how to install one', 'Please run: snap install chromium', 0],
    ['a browser that is too old', 'Chromium 99.0.1.2', 0],
    ['a branded Chrome that no longer loads extensions from folders', 'Google Chrome 137.0.1.2', 0],
    ['a launcher of a snap', 'Chromium 156.0.1.2 /snap/bin/chromium', 0],
  ])('skips %s', async (_, says, code) => {
    await program('chromium', says, code);
    expect(await find('chromium')).toBeUndefined();
    const path = await program('second/chromium', 'Chromium 156.0.1.2');
    expect((await find('chromium'))?.path).toBe(path);
  });

  it('accepts Chrome for Testing', async () => {
    const path = await program('google-chrome', 'Google Chrome for Testing 159.0.8154.6');
    expect((await find('chromium'))?.path).toBe(path);
  });

  it('finds an earlier download, but prefers a browser on PATH', async () => {
    const downloaded = await program('cache/firefox', 'Mozilla Firefox 153.7.0esr');
    expect((await find('firefox', {}, [join(folder, 'absent'), downloaded]))?.path).toBe(downloaded);
    const installed = await program('firefox-esr', 'Mozilla Firefox 150.1.0esr');
    expect((await find('firefox', {}, [downloaded]))?.path).toBe(installed);
  });

  it('prefers the browser of the environment variable', async () => {
    await program('firefox', 'Mozilla Firefox 153.0');
    const path = await program('elsewhere/my-firefox', 'Mozilla Firefox 160.0');
    expect((await find('firefox', { LINKHAUL_FIREFOX: path }))?.path).toBe(path);
  });

  it('throws if the browser of the environment variable is unsuitable', async () => {
    await program('firefox', 'Mozilla Firefox 153.0');
    const path = await program('elsewhere/old', 'Mozilla Firefox 102.0');
    const attempt = find('firefox', { LINKHAUL_FIREFOX: path });
    await expect(attempt).rejects.toThrow(CommandError);
    await expect(attempt).rejects.toThrow(
      `LINKHAUL_FIREFOX names ${path}, but Mozilla Firefox 102.0 is older than 140.`,
    );
  });

  it('throws if the browser of the environment variable is missing', async () => {
    await expect(find('chromium', { LINKHAUL_CHROMIUM: join(folder, 'absent') })).rejects.toThrow(
      'it does not start (does not exist)',
    );
  });
});

describe('findAllOnPath', () => {
  it('sorts by name, then by folder, and skips what is not executable', async () => {
    const env = {
      HOME: folder,
      PATH: [folder, '', join(folder, 'second'), join(folder, 'absent')].join(delimiter),
    };
    const b = await program('b', '');
    const secondA = await program('second/a', '');
    const secondB = await program('second/b', '');
    await writeFile(join(folder, 'a'), 'no program');
    expect(findAllOnPath(['a', 'b'], env)).toEqual([secondA, b, secondB]);
    expect(findOnPath(['b'], env)).toBe(b);
    expect(findOnPath(['c'], env)).toBeUndefined();
    expect(findOnPath(['b'], { HOME: folder })).toBeUndefined();
    const unpacked = await program('.cache/linkhaul/bin/b', '');
    expect(findAllOnPath(['b'], env)).toEqual([b, secondB, unpacked]);
  });
});
