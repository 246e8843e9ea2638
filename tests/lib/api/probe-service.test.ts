/** Finding an API without a key, against real servers on this machine. */

import { mkdtemp, rm } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, it, test } from 'vitest';
import { probeService } from '../../../lib/api/probe-service.ts';
import { startService } from '../../../service/src/index.ts';
import { type LocalServer, startLocalServer } from '../../local-server.ts';

const servers: LocalServer[] = [];
afterEach(async () => {
  for (const server of servers.splice(0)) await server.close();
});

interface Answer {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

async function serve({ status = 200, headers = {}, body = '' }: Answer) {
  const requests: IncomingMessage[] = [];
  const server = await startLocalServer((request, response) => {
    requests.push(request);
    response.writeHead(status, headers).end(body);
  });
  servers.push(server);
  return { url: server.url, requests };
}

const page = '<!doctype html><title>Files</title>';

test.each([
  ['an OK', { body: '{"msg":"OK","server_time":"2026-11-20 12:00:00","status":200,"result":{}}' }],
  ['a bad key in an OK', { body: '{"msg":"Invalid key","server_time":"2026-11-20 12:00:00","status":400}' }],
  ['a bad key with HTTP 400', { status: 400, body: '{"msg":"Invalid key","status":400}' }],
  ['a denial with HTTP 403', { status: 403, body: '{"msg":"Wrong auth","status":"403"}' }],
  ['too many requests', { status: 429, body: '{"msg":"Too Many Requests","status":"429"}' }],
  ['an envelope without msg', { body: '{"server_time":"2026-11-20 12:00:00","status":403}' }],
  ['a failure in an envelope', { status: 500, body: '{"msg":"Database error","status":500}' }],
] as const)('%s proves an API', async (_, answer) => {
  expect(await probeService((await serve(answer)).url)).toBe('api');
});

test.each([
  ['a web page', { body: page }, 'other'],
  ['a web page that denies', { status: 403, body: page }, 'other'],
  ['a missing page', { status: 404, body: page }, 'other'],
  ['a missing page in JSON', { status: 404, body: '{"status":404,"msg":"Not found"}' }, 'other'],
  ['nothing', { body: '' }, 'other'],
  ['other JSON', { body: '{"status":"ok","version":3}' }, 'other'],
  ['an error of another API', { status: 401, body: '{"status":401,"message":"Unauthorized"}' }, 'other'],
  ['a list', { body: '[{"msg":"OK","status":200}]' }, 'other'],
  ['a proxy without its server', { status: 502, body: page }, 'silent'],
] as const)('%s doesn’t prove an API', async (_, answer, expected) => {
  expect(await probeService((await serve(answer)).url)).toBe(expected);
});

it('follows no redirect', async () => {
  const api = await serve({ body: '{"msg":"Invalid key","status":400}' });
  const site = await serve({ status: 302, headers: { location: `${api.url}/api/account/info` } });
  expect(await probeService(site.url)).toBe('other');
  expect(api.requests).toEqual([]);
});

it('sends only the probe', async () => {
  const { url, requests } = await serve({ body: '{"msg":"Invalid key","status":400}' });
  await probeService(`${url}/host`);
  const [request] = requests;
  expect(request?.url).toBe('/host/api/account/info');
  expect(Object.keys(request?.headers ?? {})).not.toEqual(
    expect.arrayContaining([expect.stringMatching(/cookie|referer|authorization/)]),
  );
});

it('gives up without a response', async () => {
  const { url } = await serve({});
  await servers.pop()?.close();
  expect(await probeService(url)).toBe('silent');
  const hanging = await startLocalServer(() => {});
  servers.push(hanging);
  expect(await probeService(hanging.url, { timeoutMs: 50 })).toBe('silent');
});

test.each(['document', 'sibling'] as const)('finds the local service in the dialect %s', async (dialect) => {
  const dataDir = await mkdtemp(join(tmpdir(), 'linkhaul-probe-'));
  const service = await startService({ dataDir, dialect });
  expect(await probeService(service.url)).toBe('api');
  await service.close();
  await rm(dataDir, { recursive: true });
});
