/** The packed package: its files and types, the README's example, and that it streams what it sends. */
import { mkdtemp, readdir, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { checkPackage, createPackageFromTarballData } from '@arethetypeswrong/core';
import { publint } from 'publint';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createClient } from '../../lib/api/index.ts';
import { startService } from '../../service/src/index.ts';
import { startLocalServer } from '../local-server.ts';
import { type Packed, packAndInstall } from '../packed.ts';

let packed: Packed;
let tarball: Uint8Array<ArrayBuffer>;

beforeAll(async () => {
  packed = await packAndInstall('api', ['lib/api']);
  tarball = new Uint8Array(await readFile(packed.tarball));
}, 120_000);

afterAll(() => packed.remove());

it('contains the build, and depends on ky and entities alone', async () => {
  const installed = join(packed.app, 'node_modules/linkhaul-api');
  expect((await readdir(installed)).sort()).toEqual(['LICENSE', 'README.md', 'dist', 'package.json']);
  const manifest = JSON.parse(await readFile(join(installed, 'package.json'), 'utf8'));
  expect(Object.keys(manifest.dependencies)).toEqual(['entities', 'ky']);
});

it('passes publint', async () => {
  const { messages } = await publint({ pack: { tarball: tarball.buffer }, strict: true });
  expect(messages).toEqual([]);
});

it('has correct types', async () => {
  const analysis = await checkPackage(createPackageFromTarballData(tarball));
  // As modules only; CommonJS takes them by `import()`, or by `require` since Node 22.
  const problems = analysis.types === false ? ['none'] : analysis.problems.map(({ kind }) => kind);
  expect(problems.filter((kind) => kind !== 'CJSResolvesToESM' && kind !== 'NoResolution')).toEqual([]);
});

it('runs the README’s example', async () => {
  const readme = await readFile('api/README.md', 'utf8');
  const [, example = ''] = /## The first upload\n\n```js\n([\s\S]*?)```/.exec(readme) ?? [];
  const dataDir = await mkdtemp(join(tmpdir(), 'linkhaul-api-'));
  const account = { email: 'demo@linkhaul.example', key: 'demo-key-0123456789' };
  const service = await startService({ dataDir, accounts: [account] });
  try {
    await writeFile(join(packed.app, 'talk.mp4'), 'Not much of a talk.');
    await writeFile(
      join(packed.app, 'first.js'),
      example
        .replace('https://files.example', service.url)
        .replace('process.env.FILES_KEY', `'${account.key}'`),
    );
    expect(await packed.run('node', 'first.js')).toMatch(/^\w+ is there\.\n$/);
    const { files } = await createClient({ baseUrl: service.url, key: account.key }).files.list();
    expect(files.map(({ title }) => title)).toContain('talk');
  } finally {
    await service.close();
    await rm(dataDir, { recursive: true });
  }
});

/**
 * Of the file that is streamed; `LINKHAUL_STREAM_BYTES=5000000000` is the size that is promised, for which it takes a minute.
 * Memory stays below the half of the usual one.
 */
const usualBytes = 400_000_000;
const sizeBytes = Number(process.env['LINKHAUL_STREAM_BYTES'] ?? usualBytes);

it(
  'streams a file from disk without using memory for all of it',
  async () => {
    let receivedBytes = 0;
    const server = await startLocalServer(async (request, response) => {
      for await (const chunk of request) receivedBytes += (chunk as Uint8Array).length;
      const result = request.method === 'GET' ? `${server.url}/up` : [{ filecode: 'abc' }];
      response.end(JSON.stringify({ status: 200, msg: 'OK', result }));
    });
    await writeFile(join(packed.app, 'large.bin'), '');
    await truncate(join(packed.app, 'large.bin'), sizeBytes);
    await writeFile(
      join(packed.app, 'large.js'),
      `import { openAsBlob } from 'node:fs';
     import { createClient } from 'linkhaul-api';
     const { uploads } = createClient({ baseUrl: '${server.url}', key: 'a-key' });
     // Linux begins \`maxRSS\` with what the parent process has.
     let peakBytes = 0;
     setInterval(() => { peakBytes = Math.max(peakBytes, process.memoryUsage.rss()); }, 10).unref();
     await uploads.send(await openAsBlob('large.bin'), { name: 'large.bin' });
     process.stdout.write(String(peakBytes));`,
    );
    try {
      const peakBytes = Number(await packed.run('node', 'large.js'));
      expect(receivedBytes).toBeGreaterThan(sizeBytes);
      expect(peakBytes).toBeGreaterThan(0);
      expect(peakBytes).toBeLessThan(usualBytes / 2);
    } finally {
      await server.close();
    }
  },
  Math.max(60_000, (60_000 * sizeBytes) / usualBytes),
);
