/**
 * What addons.mozilla.org requires: the package is the same, byte for byte, wherever and whenever it is built from the
 * packed sources, and the linter finds nothing.
 */
import { cp, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { inflateRawSync } from 'node:zlib';
import { afterAll, beforeAll, expect, it } from 'vitest';
import packageJson from '../../package.json' with { type: 'json' };
import { root, runTool } from '../../scripts/process.ts';

let dir = '';
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'linkhaul-zip-'));
});
afterAll(() => rm(dir, { recursive: true }));

function unzip(zip: Buffer): ReadonlyMap<string, Buffer> {
  const files = new Map<string, Buffer>();
  // Start at the end record, then read the directory entry by entry.
  let at = zip.readUInt32LE(zip.lastIndexOf('PK\x05\x06', undefined, 'latin1') + 16);
  while (zip.readUInt32BE(at) === 0x504b0102) {
    const [method, size, nameLength] = [at + 10, at + 20, at + 28].map((field, index) =>
      index === 1 ? zip.readUInt32LE(field) : zip.readUInt16LE(field),
    ) as [number, number, number];
    const name = zip.toString('utf8', at + 46, at + 46 + nameLength);
    const local = zip.readUInt32LE(at + 42);
    const start = local + 30 + zip.readUInt16LE(local + 26) + zip.readUInt16LE(local + 28);
    const content = zip.subarray(start, start + size);
    files.set(name, method === 0 ? content : inflateRawSync(content));
    at += 46 + nameLength + zip.readUInt16LE(at + 30) + zip.readUInt16LE(at + 32);
  }
  return files;
}

async function pack(folder: string, timeZone: string): Promise<void> {
  // Vitest's NODE_ENV would change the build.
  const env = { ...process.env, NODE_ENV: 'production', TZ: timeZone };
  const args = ['zip', '-b', 'firefox', '--mv3'];
  const { code, output } = await runTool('wxt', args, { cwd: folder, env, timeoutMs: 120_000 });
  expect(code, output).toBe(0);
}

/** The Firefox zips of this version in a folder, by name. There may be others. */
async function readZips(folder: string): Promise<ReadonlyMap<string, Buffer>> {
  const zips = new Map<string, Buffer>();
  for (const name of await readdir(join(folder, '.output')))
    if (/-(?:firefox|sources)\.zip$/.test(name) && name.includes(`-${packageJson.version}-`))
      zips.set(name, await readFile(join(folder, '.output', name)));
  return zips;
}

/** The distinct codes that the linter of addons.mozilla.org reports. */
async function lint(zip: string): Promise<readonly string[]> {
  const { code, output } = await runTool('addons-linter', ['--output=json', zip], { timeoutMs: 60_000 });
  expect(code, output).toBe(0);
  const { errors, notices, warnings } = JSON.parse(output) as Record<string, readonly { code: string }[]>;
  return [...(errors ?? []), ...(notices ?? []), ...(warnings ?? [])].map((found) => found.code);
}

const linkModules = (folder: string) =>
  symlink(join(root, 'node_modules'), join(folder, 'node_modules'), 'junction');

/** A packed folder: this checkout if `npm test` has just packed it, otherwise a copy. */
async function packSources(): Promise<string> {
  if (process.env['LINKHAUL_PACKED'] !== undefined) return root;
  const copy = join(dir, 'copy');
  const isSource = (path: string) =>
    !/(?:^|\/)(?:node_modules|\.output|\.wxt|\.git|\.data|test-results|screenshots)$/.test(
      relative(root, path),
    );
  await cp(root, copy, { recursive: true, filter: isSource });
  await linkModules(copy);
  await pack(copy, 'UTC');
  return copy;
}

it('is the same in another folder and time zone, and from the packed sources', async () => {
  const folder = await packSources();
  const first = await readZips(folder);
  const [, sources] = [...first].find(([name]) => name.includes('sources')) ?? [];
  const unpacked = join(dir, 'deep/unpacked');
  for (const [name, content] of unzip(sources ?? Buffer.of())) {
    await mkdir(dirname(join(unpacked, name)), { recursive: true });
    await writeFile(join(unpacked, name), content);
  }
  await linkModules(unpacked);
  await mkdir(join(unpacked, 'test-results'));
  await writeFile(join(unpacked, 'test-results/left.txt'), 'left by a test');
  await pack(unpacked, 'Asia/Tokyo');
  const second = await readZips(unpacked);
  expect([...first.keys()]).toHaveLength(2);
  expect([...second.keys()]).toEqual([...first.keys()]);
  for (const [name, zip] of second) expect(first.get(name)?.equals(zip), name).toBe(true);

  const [packed = ''] = [...first.keys()].filter((name) => name.endsWith('firefox.zip'));
  expect(await lint(join(folder, '.output', packed))).toEqual([
    // From the player's script, which imports its second file from beside itself. The extension only saves it.
    'UNSAFE_VAR_ASSIGNMENT',
    'UNSAFE_VAR_ASSIGNMENT',
    // From Preact's `dangerouslySetInnerHTML`, which nothing here uses.
    'UNSAFE_VAR_ASSIGNMENT',
  ]);
}, 120_000);
