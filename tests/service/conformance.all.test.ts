// The conformance suite against services below a path and behind a proxy, and its command line.
import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { request } from 'node:http';
import { type AddressInfo, createServer } from 'node:net';
import { fileURLToPath } from 'node:url';
import { expect, test, vi } from 'vitest';
import { Caller } from '../../service/conformance/caller.ts';
import { Context, runCheck, suites } from '../../service/conformance/index.ts';
import { KEY, OTHER_KEY, testServer, testService, testSite } from './helpers.ts';

vi.setConfig({ testTimeout: 60_000 });

/** A proxy that serves `url` below `/sub`, if `has` accepts the path, and nothing elsewhere. */
async function testProxy(url: string, has = (_: string) => true): Promise<string> {
  const proxy = await testServer((incoming, outgoing) => {
    const path = /^\/sub(\/.*)$/.exec(incoming.url ?? '')?.[1];
    if (path === undefined || !has(path)) {
      outgoing.writeHead(404).end();
      return;
    }
    // Use the service's own host, so that absolute addresses bypass the proxy, like those of a share host.
    const headers = { ...incoming.headers, host: new URL(url).host };
    const forwarded = request(url + path, { method: incoming.method, headers }, (response) => {
      outgoing.writeHead(response.statusCode ?? 502, response.headers);
      response.pipe(outgoing);
    });
    incoming.pipe(forwarded);
  });
  return `${proxy}/sub/`;
}

test('every check passes with a base address that has a path', async () => {
  // At once, because checks of the limit wait.
  await Promise.all(
    (['document', 'sibling'] as const).map(async (dialect) => {
      // The encoding time is for the sibling dialect, so that encodings are seen.
      const { service, url } = await testService({ dialect, slots: 100, encodingMs: 10_000 });
      const limited = await testService({ dialect, rateLimit: true });
      await service.seed({ account: 'one@example.org', files: 600, folders: 20, takedowns: 501 });
      const options = {
        dialect,
        key: KEY,
        otherKey: OTHER_KEY,
        sourceSite: await testSite(),
        prepared: true,
        mayChangeQueue: true,
        paced: false,
      };
      const context = new Context({ ...options, baseUrl: await testProxy(url) });
      const limitedContext = new Context({ ...options, baseUrl: await testProxy(limited.url) });
      const verdicts = [];
      for (const check of suites[dialect].checks) {
        const hasLimit = check.section === 'Limits' || check.section === 'Errors';
        verdicts.push(await runCheck(check, hasLimit ? limitedContext : context));
      }
      expect(verdicts.filter(({ outcome }) => outcome !== 'holds')).toEqual([]);
    }),
  );
});

test('no redirect sends the key to another host', async () => {
  const received: string[] = [];
  const other = await testServer((incoming, outgoing) => {
    received.push(incoming.url ?? '');
    outgoing.end('{"msg":"OK","status":200,"result":[]}');
  });
  const url = await testServer((incoming, outgoing) => {
    outgoing.writeHead(307, { location: other + incoming.url }).end();
  });
  const caller = new Caller({ baseUrl: url, key: KEY, paced: false });
  await expect(caller.get('/api/account/info')).rejects.toThrow('redirects');
  await expect(caller.upload(`${url}/up`, { files: [] })).rejects.toThrow('redirects');
  expect(received).toEqual([]);
});

test('the key is encoded and appended to the query of the upload address', async () => {
  const received: string[] = [];
  const url = await testServer((incoming, outgoing) => {
    received.push(incoming.url ?? '');
    outgoing.end('{}');
  });
  const caller = new Caller({ baseUrl: url, key: 'a&b c', paced: false });
  await caller.upload(`${url}/up`, { files: [] });
  await caller.upload(`${url}/up?disk=1`, { files: [] });
  expect(received).toEqual(['/up?a%26b%20c', '/up?disk=1&a%26b%20c']);
});

async function freePort(): Promise<number> {
  const server = createServer();
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  await once(server.close(), 'close');
  return port;
}

function run(...args: string[]): Promise<{ code: number; output: string }> {
  const program = fileURLToPath(new URL('../../service/conformance/run.ts', import.meta.url));
  return new Promise((resolve) => {
    execFile(process.execPath, [program, ...args], (error, stdout, stderr) => {
      resolve({ code: Number(error?.code ?? 0), output: stdout + stderr });
    });
  });
}

const sections = ['Account info', 'Takedowns'].flatMap((title) => ['--section', title]);

test('the command reports by section, skips checks that cannot run, and exits 0 without failures', async () => {
  const { url } = await testService();
  const { code, output } = await run('--base-url', url, '--key', KEY, ...sections);
  expect(output).toMatch(/^Account info\n {2}holds +account info\n\nTakedowns\n {2}skipped/);
  expect(output).toContain(
    'skipped  takedowns: per_page and page\n           needs an account with 6 takedowns',
  );
  expect(output).toMatch(/\n1 hold, 0 fail, 5 were skipped\.\n$/);
  expect(code).toBe(0);
});

test('the command speaks the sibling dialect', async () => {
  const { url } = await testService({ dialect: 'sibling' });
  const args = [
    '--base-url',
    url,
    '--key',
    KEY,
    '--dialect',
    'sibling',
    '--section',
    'Edit folder (sibling)',
  ];
  const { code, output } = await run(...args);
  expect(output).toMatch(/\n3 hold, 0 fail, 0 were skipped\.\n$/);
  expect(code).toBe(0);
});

test('the command repeats the failures at the end and exits 1', async () => {
  const { url } = await testService();
  const { code, output } = await run('--base-url', url, '--key', KEY, '--prepared', ...sections);
  expect(output).toContain(
    'Not as documented\nTakedowns: takedowns: 500 without per_page\n  0 entries instead of more than 500',
  );
  expect(code).toBe(1);
});

test.each([
  ['no key', ['--base-url', 'http://127.0.0.1:1']],
  ['an unknown option', ['--base', 'http://127.0.0.1:1']],
  ['no such dialect', ['--base-url', 'http://127.0.0.1:1', '--key', KEY, '--dialect', 'dutch']],
  ['no such section', ['--base-url', 'http://127.0.0.1:1', '--key', KEY, '--section', 'Nothing']],
])('the command prints its usage: %s', async (_, args) => {
  const { code, output } = await run(...args);
  expect(output).toContain('Usage: node service/conformance/run.ts');
  expect(code).toBe(2);
});

test('the sample site is served under the address of --site-url only', async () => {
  const { url } = await testService();
  const sitePort = await freePort();
  const publicSite = await testProxy(`http://127.0.0.1:${sitePort}`);
  // The service acts as if on another machine, where this machine's loopback addresses don't reach the site.
  const direct = encodeURIComponent(`http://127.0.0.1:${sitePort}/`);
  const remote = await testProxy(url, (path) => !path.includes(direct));
  const { code, output } = await run(
    ...['--base-url', remote, '--key', KEY, '--section', 'Player page'],
    ...['--site-url', publicSite, '--site-port', String(sitePort)],
  );
  expect(output).toMatch(/\n5 hold, 0 fail, 0 were skipped\.\n$/);
  expect(code).toBe(0);
});

test('a late or endless response times out', async () => {
  const url = await testServer((incoming, outgoing) => {
    if (incoming.url?.startsWith('/silent')) return;
    const timer = setInterval(() => outgoing.write(' '), 10);
    outgoing.on('close', () => clearInterval(timer));
  });
  const caller = new Caller({ baseUrl: url, key: KEY, paced: false, timeoutMs: 200 });
  await expect(caller.get('/silent')).rejects.toThrow('/silent: the response took too long');
  await expect(caller.get('/endless')).rejects.toThrow('/endless: the response took too long');
});
