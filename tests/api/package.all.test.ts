/** The packed package: its files, types and comments. */
import { existsSync, readFileSync } from 'node:fs';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { gzipSync } from 'node:zlib';
import { checkPackage, createPackageFromTarballData } from '@arethetypeswrong/core';
import { publint } from 'publint';
import { build } from 'vite';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Packed, packAndInstall } from '../packed.ts';
import { listDeclarations } from './declarations.ts';

let packed: Packed;
let tarball: Uint8Array<ArrayBuffer>;

beforeAll(async () => {
  packed = await packAndInstall('api', ['lib/api']);
  tarball = new Uint8Array(await readFile(packed.tarball));
}, 120_000);

afterAll(() => packed.remove());

it('contains the build, and depends only on ky and entities', async () => {
  const installed = join(packed.app, 'node_modules/linkhaul-api');
  expect((await readdir(installed)).sort()).toEqual([
    ...['CHANGELOG.md', 'LICENSE', 'README.md', 'dist', 'docs', 'package.json'],
  ]);
  const manifest = JSON.parse(await readFile(join(installed, 'package.json'), 'utf8'));
  expect(Object.keys(manifest.dependencies)).toEqual(['entities', 'ky']);
});

it('has the command line', async () => {
  expect(await packed.run('npx', '--no-install', 'linkhaul-api', '--version')).toBe('0.1.0\n');
  expect(await packed.run('npx', '--no-install', 'linkhaul-api', 'send', '--help')).toContain('--dry-run');
});

describe('its declarations', () => {
  let files: Map<string, string>;
  const folder = () => join(packed.app, 'node_modules/linkhaul-api');
  beforeAll(async () => {
    const names = (await readdir(folder(), { recursive: true })).filter((name) => name.endsWith('.d.ts'));
    const read = async (name: string) => [name, await readFile(join(folder(), name), 'utf8')] as const;
    files = new Map(await Promise.all(names.map(read)));
  });

  it('describe every name that the package exports, and each of its members', () => {
    const entries = ['dist/lib/api/index.d.ts', 'dist/api/src/file-limiter.d.ts'].map(
      (name) => files.get(name) ?? '',
    );
    const lists = entries.join().matchAll(/export (?:type )?\{([^}]*)\}/g);
    const exported = new Set([
      'createFileLimiter',
      'FileLimiterOptions',
      ...[...lists].flatMap(([, list = '']) => list.match(/\w+/g) ?? []),
    ]);
    // These are re-exported with `*`.
    for (const { name } of listDeclarations(files.get('dist/lib/api/errors.d.ts') ?? '')) exported.add(name);
    const declared = [...files.values()]
      .flatMap(listDeclarations)
      .filter(({ name }) => exported.has(name.split('.', 1)[0] ?? ''));
    const inherited = /\.(constructor|name)$|Error\.(code|endpoint|msg|status|mayHaveTakenEffect)$/;
    const silent = declared.filter(({ name, hasComment }) => !hasComment && !inherited.test(name));
    expect(declared.length).toBeGreaterThan(150);
    expect(silent.map(({ name }) => name)).toEqual([]);
  });

  it('refer only to what is in the package', () => {
    const cited = [...files].flatMap(([name, text]) =>
      [...text.matchAll(/[\w/-]+\.(?:md|ts)(?=[`"', )])/g)].map(([path]) => ({ name, path })),
    );
    const exists = (path: string) =>
      path.endsWith('.md')
        ? existsSync(join(folder(), path))
        : [...files.keys()].some((each) => each.endsWith(path.replace(/\.ts$/, '.d.ts')));
    expect(cited.length).toBeGreaterThan(20);
    expect(cited.filter(({ path }) => !path.endsWith('.d.ts') && !exists(path))).toEqual([]);
    const sections = readFileSync(join(folder(), 'docs/http-api.md'), 'utf8');
    for (const text of files.values())
      for (const [, title = ''] of text.matchAll(/docs\/http-api\.md, "([^"]+?)[.,;]?"/g))
        expect(sections).toContain(`# ${title.replace(/\s+\*\s+/g, ' ')}\n`);
  });

  it.each(['nodenext', 'bundler'])(
    'narrow, and take paths and streams, with module resolution “%s”',
    async (resolution) => {
      await writeFile(
        join(packed.app, 'types.ts'),
        `import { ApiError, createClient, type FileEntry, type UploadSource } from 'linkhaul-api';
      import { createFileLimiter } from 'linkhaul-api/file-limiter';
      createClient({ baseUrl: 'https://files.example', key: 'k', limiter: createFileLimiter({ path: 'limit' }) });
      const client = createClient({ baseUrl: 'https://files.example', key: 'k', maxRetries: 1, onRequest: ({ endpoint, attempt, duration }) => console.log(endpoint, attempt, duration) });
      const sources: UploadSource[] = ['talk.mp4', new URL('file:///talk.mp4'), new Blob([]), new File([], 'a'), new Blob([]).stream()];
      for (const source of sources) {
        const { fileCode } = await client.uploads.send(source, { folderId: '7', title: 'A', signal: AbortSignal.timeout(1), onProgress: ({ sent }) => sent.toFixed() });
        const { size } = await client.remoteUploads.wait(fileCode); size?.toFixed();
      }
      const [info] = await client.files.info('abc');
      if (info?.found) info.title.trim(); else info?.msg?.trim();
      const entry: FileEntry | undefined = (await client.files.list()).files[0];
      // @ts-expect-error no such field
      entry?.file_code;
      // @ts-expect-error no such option
      await client.files.list({ folder: '7' });
      try { await client.account.info({ timeout: 5 }); } catch (error) {
        if (error instanceof ApiError && error.code === 'not-found') error.fileCode?.trim();
        // @ts-expect-error no such code
        if (error instanceof ApiError && error.code === 'missing') throw error;
      }
      export {};`,
      );
      const module = resolution === 'bundler' ? 'esnext' : resolution;
      await packed.run(
        ...(['tsc', '--noEmit', '--strict', '--exactOptionalPropertyTypes', '--target', 'es2024'] as const),
        ...[
          '--lib',
          'es2024,dom,dom.asynciterable',
          '--types',
          'node',
          '--typeRoots',
          resolve('node_modules/@types'),
        ],
        ...['--module', module, '--moduleResolution', resolution, 'types.ts'],
      );
    },
  );
});

it('passes publint', async () => {
  const { messages } = await publint({ pack: { tarball: tarball.buffer }, strict: true });
  expect(messages).toEqual([]);
});

it('has correct types', async () => {
  const analysis = await checkPackage(createPackageFromTarballData(tarball));
  // ES modules only. CommonJS can use `import()`, or `require` since Node 22.
  const problems = analysis.types === false ? ['none'] : analysis.problems.map(({ kind }) => kind);
  expect(problems.filter((kind) => kind !== 'CJSResolvesToESM' && kind !== 'NoResolution')).toEqual([]);
});

it('is as large as the README says, and leaves out what is not imported', async () => {
  const readme = await readFile('api/README.md', 'utf8');
  const rows = [...readme.matchAll(/^\| `(\w+)`[^|]*\| ([\d.]+) \|$/gm)];
  expect(rows.length).toBeGreaterThan(4);
  for (const [, name = '', stated] of rows) {
    const input = join(packed.app, 'size.js');
    await writeFile(input, `import { ${name} } from 'linkhaul-api'; globalThis.kept = ${name};`);
    const built = await build({
      root: packed.app,
      configFile: false,
      logLevel: 'error',
      build: { write: false, target: 'esnext', rolldownOptions: { input } },
    });
    const [output] = Array.isArray(built) ? built : [built];
    const code = output && 'output' in output ? output.output[0].code : '';
    const kilobytes = gzipSync(code, { level: 9 }).length / 1_000;
    expect(kilobytes, name).toBeLessThan(Number(stated) * 1.02 + 0.05);
    expect(kilobytes, name).toBeGreaterThan(Number(stated) * 0.95 - 0.05);
  }
});
