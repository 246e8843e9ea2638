/**
 * The packed package in Node.js 22 and 24, Deno, Bun and Chromium: each runs the README's example and streams its uploads. Skips and
 * reports runtimes that can't be installed here.
 */
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from '@playwright/test';
import { build } from 'vite';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createClient } from '../../lib/api/index.ts';
import { findBrowser } from '../../scripts/browsers.ts';
import { cacheFolder } from '../../scripts/unpack.ts';
import { type RunningService, startService } from '../../service/src/index.ts';
import { type LocalServer, startLocalServer } from '../local-server.ts';
import { type Packed, packAndInstall } from '../packed.ts';

interface Runtime {
  /** npm package; null for the runtime of the tests. */
  readonly package: string | null;
  readonly program: string;
  readonly args: readonly string[];
}

const { platform, arch } = process;
const bunArch = arch === 'arm64' ? 'aarch64' : arch;
const libc = platform === 'linux' ? '-glibc' : '';
const runtimes: Readonly<Record<string, Runtime>> = {
  'Node.js 24': { package: null, program: process.execPath, args: [] },
  'Node.js 22': {
    package: `node-${platform}-${arch}@22`,
    program: `node-${platform}-${arch}/bin/node`,
    args: [],
  },
  Deno: {
    package: `@deno/${platform}-${arch}${libc}@2`,
    program: `@deno/${platform}-${arch}${libc}/deno`,
    args: ['run', '-A'],
  },
  Bun: {
    package: `@oven/bun-${platform}-${bunArch}@1`,
    program: `@oven/bun-${platform}-${bunArch}/bin/bun`,
    args: ['run'],
  },
};
const folder = join(cacheFolder(), 'runtimes');

const installOptions = (prefix: string) => [
  ...['--no-audit', '--no-fund', '--ignore-scripts', '--prefer-offline', '--prefix', prefix],
];

const account = { email: 'demo@linkhaul.example', key: 'demo-key-0123456789' };
let packed: Packed;
let service: RunningService;
let web: LocalServer;
let dataDir: string;
let example: string;

beforeAll(async () => {
  packed = await packAndInstall('api', ['lib/api']);
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, 'package.json'), '{ "private": true }');
  for (const { package: name, program } of Object.values(runtimes)) {
    if (name === null || existsSync(join(folder, 'node_modules', program))) continue;
    await packed
      .run('npm', 'install', ...installOptions(folder), name)
      .catch((error) => console.log(String(error).slice(0, 300)));
  }
  dataDir = await mkdtemp(join(tmpdir(), 'linkhaul-api-'));
  service = await startService({ dataDir, accounts: [account] });
  web = await startLocalServer((_, response) => response.end('Not much of an intro.'));
  const readme = await readFile('api/README.md', 'utf8');
  const [, found = ''] = /## The first upload\n\n```js\n([\s\S]*?)```/.exec(readme) ?? [];
  example = found
    .replace('https://files.example', service.url)
    .replace('https://example.com', web.url)
    .replace('process.env.FILES_KEY', `'${account.key}'`);
  await writeFile(join(packed.app, 'talk.mp4'), 'Not much of a talk.');
}, 300_000);

afterAll(async () => {
  await packed.remove();
  await web.close();
  await service.close();
  await rm(dataDir, { recursive: true });
});

async function readFolders(name: string): Promise<string[][]> {
  const { folders } = createClient({ baseUrl: service.url, key: account.key });
  const found = (await folders.list('0')).folders.filter((each) => each.name === name);
  const contents = await Promise.all(found.map(({ folderId }) => folders.list(folderId)));
  return contents.map(({ files }) => files.map(({ title }) => title).sort());
}

/**
 * Bytes of the streamed file. Buffering it would exceed `maxMemoryBytes` by far. The promised size is `LINKHAUL_STREAM_BYTES=5000000000`,
 * which takes a minute per runtime.
 */
const usualBytes = 200_000_000;
const sizeBytes = Number(process.env['LINKHAUL_STREAM_BYTES'] ?? usualBytes);
const maxMemoryBytes = 150_000_000;

const sources = {
  'a path': `'large.bin'`,
  'a stream': `createReadStream('large.bin')`,
  'a Blob from the disk': `await openAsBlob('large.bin')`,
};

describe.each(Object.entries(runtimes))('%s', (runtime, { package: name, program, args }) => {
  const path = name === null ? program : join(folder, 'node_modules', program);
  const run = async (script: string, text: string): Promise<string> => {
    await writeFile(join(packed.app, script), text);
    return packed.run(path, ...args, script);
  };

  it('runs the README’s example', async ({ skip }) => {
    if (!existsSync(path)) console.log(`${runtime} cannot be installed here.`);
    skip(!existsSync(path));
    const text = example.replace("'Talks'", `'${runtime}'`);
    expect(await run('first.js', text)).toBe('“The talk” and “intro” are in the folder Talks.\n');
    expect(await readFolders(runtime)).toEqual([['The talk', 'intro']]);
  }, 60_000);

  const cases = Object.entries(sources)
    // Deno reads the whole file when it opens it this way.
    .filter(([title]) => runtime !== 'Deno' || title !== 'a Blob from the disk')
    .map(([title, source]) => ({ title, source }));
  it.each(cases)(
    'streams $title without using memory for all of it',
    async ({ source }) => {
      if (!existsSync(path)) return;
      let receivedBytes = 0;
      const server = await startLocalServer(async (request, response) => {
        for await (const chunk of request) receivedBytes += (chunk as Uint8Array).length;
        const result =
          request.method === 'GET' ? `${server.url}/up` : [{ filecode: 'abc', size: String(sizeBytes) }];
        response.end(JSON.stringify({ status: 200, msg: 'OK', result }));
      });
      await writeFile(join(packed.app, 'large.bin'), '');
      await truncate(join(packed.app, 'large.bin'), sizeBytes);
      try {
        const output = await run(
          'large.js',
          `import { createReadStream, openAsBlob } from 'node:fs';
           import { createClient } from 'linkhaul-api';
           const { uploads } = createClient({ baseUrl: '${server.url}', key: 'a-key' });
           // On Linux, \`maxRSS\` starts with the parent process's value.
           let peakBytes = 0;
           setInterval(() => { peakBytes = Math.max(peakBytes, process.memoryUsage().rss); }, 10).unref();
           await uploads.send(${source}, { name: 'large.bin' });
           console.log(peakBytes);`,
        );
        expect(receivedBytes).toBeGreaterThan(sizeBytes);
        expect(Number(output)).toBeGreaterThan(0);
        expect(Number(output)).toBeLessThan(maxMemoryBytes);
      } finally {
        await server.close();
      }
    },
    Math.max(60_000, (60_000 * sizeBytes) / usualBytes),
  );
});

describe.each([20, 18])('Node.js %d', (version) => {
  it('gets an error that says it is too old', async ({ skip }) => {
    const name = `node-${platform}-${arch}`;
    const prefix = join(folder, String(version));
    const path = join(prefix, 'node_modules', name, 'bin/node');
    if (!existsSync(path)) {
      await mkdir(prefix, { recursive: true });
      await writeFile(join(prefix, 'package.json'), '{ "private": true }');
      await packed
        .run('npm', 'install', ...installOptions(prefix), `${name}@${version}`)
        .catch(() => undefined);
    }
    if (!existsSync(path)) console.log(`Node.js ${version} cannot be installed here.`);
    skip(!existsSync(path));
    await writeFile(
      join(packed.app, 'old.js'),
      `import { createClient, parseServiceAddress } from 'linkhaul-api';
       try {
         createClient({ baseUrl: parseServiceAddress('files.example'), key: 'a-key' });
       } catch (error) {
         console.log(String(error));
       }`,
    );
    expect(await packed.run(path, 'old.js')).toMatch(
      /^TypeError: linkhaul-api needs Promise.withResolvers.*: Node.js 22/,
    );
  }, 120_000);
});

it('runs the README’s example in a browser', async ({ skip }) => {
  const browser = await findBrowser('chromium').catch(() => null);
  if (browser === null) console.log('There is no Chromium here.');
  skip(browser === null);
  const text = example
    .replace("'Talks'", "'Browser'")
    .replace("'talk.mp4'", "new File(['Not much of a talk.'], 'talk.mp4')");
  await writeFile(join(packed.app, 'page.js'), text);
  const bundle = await build({
    root: packed.app,
    configFile: false,
    logLevel: 'error',
    build: { write: false, target: 'esnext', lib: { entry: 'page.js', formats: ['es'], fileName: 'page' } },
  });
  const [output] = Array.isArray(bundle) ? bundle : [bundle];
  const code = output && 'output' in output ? output.output[0].code : '';
  const page = await startLocalServer((request, response) => {
    const isScript = request.url === '/page.js';
    response.writeHead(200, { 'content-type': isScript ? 'text/javascript' : 'text/html' });
    response.end(isScript ? code : '<!doctype html><script type="module" src="/page.js"></script>');
  });
  const running = await chromium.launch({ executablePath: browser?.path ?? '', args: ['--no-sandbox'] });
  try {
    const tab = await running.newPage();
    const logged = tab.waitForEvent('console', (message) => message.type() === 'log');
    await tab.goto(page.url);
    expect((await logged).text()).toBe('“The talk” and “intro” are in the folder Talks.');
    expect(await readFolders('Browser')).toEqual([['The talk', 'intro']]);
  } finally {
    await running.close();
    await page.close();
  }
}, 60_000);
