/** The programs in `api/examples` as processes against the local service. Those that can be interrupted are killed midway. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createClient, createLimiter } from '../../api/src/node.ts';
import { createAdmin, startService } from '../../service/src/index.ts';
import { startLocalServer } from '../local-server.ts';

const examples = resolve('api/examples');

/** Up to three processes. */
const limits = { timeout: 60_000 };

/** A service with two accounts, a folder for files, and the examples as its clients. */
async function setUp() {
  const folder = await mkdtemp(join(tmpdir(), 'linkhaul-examples-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const accounts = ['one', 'two'].map((name) => ({
    email: `${name}@files.example`,
    key: `key-of-account-${name}`,
  }));
  const dataDir = join(folder, 'data');
  const service = await startService({ dataDir, admin: true, rateLimit: false, accounts });
  onTestFinished(() => service.close());
  const [one, two] = accounts.map(({ key }) =>
    createClient({ baseUrl: service.url, key, limiter: createLimiter({ perSecond: 1_000 }) }),
  ) as [ReturnType<typeof createClient>, ReturnType<typeof createClient>];

  async function run(name: string, args: readonly string[], env: NodeJS.ProcessEnv = {}) {
    const preload = ['--import', resolve('tests/api/run-example.ts')];
    const child = spawn(process.execPath, [...preload, join(examples, `${name}.ts`), ...args], {
      cwd: folder,
      env: {
        PATH: process.env['PATH'],
        NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
        NO_LIMIT: '1',
        LINKHAUL_HOST: service.url,
        LINKHAUL_KEY: 'key-of-account-one',
        ...env,
      },
    });
    onTestFinished(() => void child.kill('SIGKILL'));
    const output = { out: '', err: '' };
    child.stdout.on('data', (chunk) => {
      output.out += chunk;
    });
    child.stderr.on('data', (chunk) => {
      output.err += chunk;
    });
    const [code, signal] = await once(child, 'close');
    expect(`${output.out}${output.err}`).not.toContain('key-of-account');
    return { code, signal, ...output };
  }

  return { folder, service, admin: createAdmin(service.url), one, two, run };
}

type Client = Awaited<ReturnType<typeof setUp>>['one'];

async function readTree(client: Client, folderId = '0'): Promise<string[]> {
  const lines: string[] = [];
  for await (const entry of client.folders.walk(folderId)) {
    if (entry.kind === 'folder') continue;
    const [info] = await client.files.info(entry.file.fileCode);
    lines.push(`${entry.path.join('/')} ${info?.found ? info.size : 'missing'}`);
  }
  return lines.sort();
}

it('are short, and say how to run them', async () => {
  const names = (await readdir(examples)).sort();
  expect(names).toEqual([
    ...['clone-tree.ts', 'files-to-csv.ts', 'nightly-report.ts', 'send-links.ts', 'upload-folder.ts'],
  ]);
  for (const name of names) {
    const text = await readFile(join(examples, name), 'utf8');
    expect(text.trimEnd().split('\n').length, name).toBeLessThanOrEqual(65);
    expect(text, name).toMatch(new RegExp(`^/\\*\\*\\n \\* [\\s\\S]+\\bLINKHAUL_KEY=… .*node ${name}`));
  }
});

it('files-to-csv.ts writes a table that no title breaks', limits, async () => {
  const { one, run } = await setUp();
  const { folderId } = await one.folders.ensure('a, b/"c"');
  await one.uploads.send(new File(['12345'], 'a.txt'), { folderId, title: '=HYPERLINK("x"), y' });
  const { fileCode } = await one.uploads.send(new File(['1'], 'b.txt'));
  const { code, out, err } = await run('files-to-csv', []);
  expect({ code, err }).toEqual({ code: 0, err: '' });
  const lines = out.split('\r\n');
  expect(lines[0]).toBe('"folder","title","code","uploaded","seconds","views","page"');
  expect(lines[1]).toMatch(new RegExp(`^"","b","${fileCode}","\\d{4}-`));
  expect(lines[2]).toMatch(/^"a, b\/""c""","'=HYPERLINK\(""x""\), y","\w+","\d{4}-/);
  expect(lines.slice(3)).toEqual(['']);
});

describe('upload-folder.ts', limits, () => {
  const content = {
    'one.txt': 'one',
    'two.bin': 'x'.repeat(300_000),
    'in/ner/one.txt': 'another',
  };

  async function prepare() {
    const set = await setUp();
    for (const [path, text] of Object.entries(content)) {
      await mkdir(join(set.folder, 'videos', path, '..'), { recursive: true });
      await writeFile(join(set.folder, 'videos', path), text);
    }
    return set;
  }
  const whole = Object.entries(content)
    .map(([path, text]) => `backup/videos/${path} ${text.length}`)
    .sort();

  it('resumes each time it is killed', async () => {
    const { run, one } = await prepare();
    const args = ['videos', 'backup/videos'];
    for (const at of ['folder/create#2', 'POST', 'file/move', 'POST', 'file/rename'])
      expect(await run('upload-folder', args, { KILL_AT: at }), at).toMatchObject({ signal: 'SIGKILL' });
    expect(await run('upload-folder', args)).toMatchObject({ code: 0, err: '' });
    expect(await readTree(one)).toEqual(whole);
    expect(await run('upload-folder', args)).toMatchObject({ code: 0, out: '' });
    expect(await readTree(one)).toEqual(whole);
  });

  it.each([1, 9, 25])('resumes if its notes lack the last %d characters', async (count) => {
    const { run, one, folder } = await prepare();
    const args = ['videos/in', 'backup'];
    await run('upload-folder', args, { KILL_AT: 'file/info#2' });
    const notes = join(folder, 'videos/in.sent');
    await writeFile(notes, (await readFile(notes, 'utf8')).slice(0, -count));
    expect(await run('upload-folder', args)).toMatchObject({ code: 0, err: '' });
    expect(await run('upload-folder', args)).toMatchObject({ code: 0, out: '' });
    expect(await readTree(one)).toEqual(['backup/ner/one.txt 7']);
  });

  it('sends a changed file again', async () => {
    const { run, one, folder } = await prepare();
    await run('upload-folder', ['videos']);
    await writeFile(join(folder, 'videos/one.txt'), 'changed');
    expect((await run('upload-folder', ['videos'])).out).toMatch(/^one\.txt \w+\n$/);
    expect((await readTree(one)).filter((line) => line.startsWith('one.txt'))).toEqual([
      'one.txt 3',
      'one.txt 7',
    ]);
  });

  it('continues after a file that can’t be sent, and says so', async () => {
    const { run, one, folder } = await prepare();
    await writeFile(join(folder, 'videos/empty.txt'), '');
    const args = ['videos', 'backup/videos'];
    expect(await run('upload-folder', args)).toMatchObject({
      code: 1,
      err: expect.stringMatching(/^empty\.txt: .*empty.*\n$/),
    });
    expect(await readTree(one)).toEqual(whole);
  });

  it('uploads the folder to each path that it is given', async () => {
    const { run, one } = await prepare();
    for (const path of ['here', 'there']) await run('upload-folder', ['videos/in', path]);
    expect(await readTree(one)).toEqual(['here/ner/one.txt 7', 'there/ner/one.txt 7']);
  });
});

it('send-links.ts sends 100 links, and waits for their files', { timeout: 120_000 }, async () => {
  const { run, one, folder } = await setUp();
  const web = await startLocalServer((request, response) => {
    if (request.url?.includes('gone')) response.writeHead(404).end();
    else response.end(`The file at ${request.url}`);
  });
  onTestFinished(() => web.close());
  const links = Array.from({ length: 99 }, (_, at) => `${web.url}/film-${at}.txt`);
  await writeFile(join(folder, 'links.txt'), [...links, `${web.url}/gone.txt`, links[0], ''].join('\n'));
  const { code, out, err } = await run('send-links', ['links.txt', 'films/2026']);
  expect(err).toMatch(/^\S+\/gone\.txt: .+\n$/);
  expect(code).toBe(1);
  const lines = out.trimEnd().split('\n');
  expect(lines).toHaveLength(100);
  expect(lines[0]).toBe('100 of 100 links were sent.');
  expect(lines[1]).toMatch(/^\S+\/film-0\.txt \w+ film.0$/);
  const { folderId } = await one.folders.ensure('films/2026');
  expect(await readTree(one, folderId)).toHaveLength(99);
});

describe('send-links.ts', limits, () => {
  async function prepare() {
    const set = await setUp();
    const web = await startLocalServer((_, response) => response.end('A film.'));
    onTestFinished(() => web.close());
    const links = ['one', 'two', 'three'].map((name) => `${web.url}/${name}.mp4`);
    await writeFile(join(set.folder, 'links.txt'), links.join('\n'));
    return { ...set, links };
  }
  const envelope = (status: number, msg: string) => ({
    kind: 'envelope' as const,
    envelope: { status, msg },
  });

  it('continues after a link that the service doesn’t find', async () => {
    const { run, admin, links } = await prepare();
    await admin.setFaults([{ ...envelope(404, 'File not found'), endpoint: '/api/upload/url', times: 1 }]);
    const { code, out, err } = await run('send-links', ['links.txt']);
    expect(err).toContain(`${links[0]}: `);
    expect({ code, lines: out.split('\n').length }).toEqual({ code: 1, lines: 4 });
  });

  it('waits for the sent links if the account accepts no more', async () => {
    const { run, admin, links } = await prepare();
    await admin.setFaults([
      { ...envelope(403, 'You have reached your daily limit'), endpoint: '/api/upload/url', skip: 1 },
    ]);
    const { code, out, err } = await run('send-links', ['links.txt']);
    expect(err).toMatch(new RegExp(`^${links[1]}: .*\\n$`));
    expect(out).toMatch(new RegExp(`^1 of 3 links were sent\\.\\n${links[0]} \\w+ one\\n$`));
    expect(code).toBe(1);
  });
});

describe('clone-tree.ts', limits, () => {
  async function prepare() {
    const set = await setUp();
    const { one } = set;
    const { folderId, folderIds } = await one.folders.ensure('films/a/b');
    const [films = ''] = folderIds;
    for (const text of ['1', '22']) await one.uploads.send(new File([text], 'same.txt'), { folderId });
    await one.uploads.send(new File(['333'], 'other.txt'), { folderId: films });
    return { ...set, films };
  }
  const whole = ['backup/a/b/same 1', 'backup/a/b/same 2', 'backup/other 3'];

  it('resumes each time it is killed', async () => {
    const { run, two, films } = await prepare();
    const env = { LINKHAUL_TARGET_KEY: 'key-of-account-two' };
    const args = [films, 'backup'];
    for (const at of ['folder/create#2', 'file/clone', 'file/clone'])
      expect(await run('clone-tree', args, { ...env, KILL_AT: at }), at).toMatchObject({ signal: 'SIGKILL' });
    expect(await run('clone-tree', args, env)).toMatchObject({ code: 0, err: '' });
    expect(await readTree(two)).toEqual(whole);
    expect(await run('clone-tree', args, env)).toMatchObject({ code: 0, out: '' });
  });

  it('copies into a folder inside the copied one', async () => {
    const { run, one } = await prepare();
    const before = await readTree(one);
    expect(await run('clone-tree', ['0', 'films/backup'])).toMatchObject({ code: 0, err: '' });
    const copies = before.map((line) => `films/backup/${line}`);
    expect(await readTree(one)).toEqual([...before, ...copies].sort());
  });

  it('continues after a file that can’t be copied', async () => {
    const { run, two, films, admin } = await prepare();
    const envelope = { status: 404, msg: 'No such file' };
    await admin.setFaults([{ kind: 'envelope', envelope, endpoint: '/api/file/clone', times: 1 }]);
    const env = { LINKHAUL_TARGET_KEY: 'key-of-account-two' };
    const { code, err } = await run('clone-tree', [films, 'backup'], env);
    expect(err).toMatch(/^other: .*No such file.*\n$/);
    expect(code).toBe(1);
    expect(await readTree(two)).toEqual(whole.slice(0, 2));
  });
});

it('nightly-report.ts says what needs attention', limits, async () => {
  const { run, one, service } = await setUp();
  const quiet = await run('nightly-report', []);
  expect(quiet).toMatchObject({ code: 0, err: '' });
  expect(quiet.out).toMatch(/^one@files\.example: balance [\d.]+\n[\d.]+ GB used, /);
  const web = await startLocalServer((_, response) => response.writeHead(404).end());
  onTestFinished(() => web.close());
  await service.seed({ account: 'one@files.example', files: 1, folders: 0, takedowns: 1 });
  await one.remoteUploads.add({ url: `${web.url}/gone.mp4` });
  await expect
    .poll(async () => (await one.remoteUploads.list()).map(({ phase }) => phase))
    .toContain('error');
  const { code, out } = await run('nightly-report', []);
  expect(code).toBe(1);
  expect(out).toContain(`! The service could not fetch ${web.url}/gone.mp4: `);
  expect(out).toMatch(/! The file \w+ was reported for takedown on \d{4}-/);
});

it('say what is missing', limits, async () => {
  const { run } = await setUp();
  for (const name of ['upload-folder', 'send-links', 'clone-tree']) {
    const { code, err } = await run(name, []);
    expect({ code, err }).toMatchObject({ code: 1, err: expect.stringContaining(`Usage: ${name}.ts`) });
  }
  const { err } = await run('nightly-report', [], { LINKHAUL_KEY: '' });
  expect(err).toContain('The API key is empty');
});
