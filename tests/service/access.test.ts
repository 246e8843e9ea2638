// Who may reach what: the API with CORS, keys and faults only from this machine.
import { connect } from 'node:net';
import { describe, expect, onTestFinished, test } from 'vitest';
import { createApp } from '../../service/src/http/app.ts';
import type { Service } from '../../service/src/service.ts';
import { defaultSettings } from '../../service/src/service-settings.ts';
import { Store } from '../../service/src/store/store.ts';
import { KEY, temporaryFolder, testService, testSite } from './helpers.ts';

/** The HTTP status of a request with headers that `fetch` doesn't allow. */
async function rawStatus(port: number, request: string): Promise<number> {
  const text = await new Promise<string>((resolve, reject) => {
    let received = '';
    const socket = connect(port, '127.0.0.1', () => socket.write(request));
    socket.on('data', (chunk) => {
      received += chunk;
    });
    socket.on('end', () => resolve(received));
    socket.on('error', reject);
  });
  return Number(/^HTTP\/1\.1 (\d+)/.exec(text)?.[1]);
}

describe('CORS', () => {
  test('on: any page may call, with and without a preflight', async () => {
    const { url } = await testService();
    const response = await fetch(`${url}/api/account/info?key=${KEY}`);
    expect(response.headers.get('access-control-allow-origin')).toBe('*');
    const preflight = await fetch(`${url}/api/account/info`, { method: 'OPTIONS' });
    expect(preflight.status).toBe(204);
    expect(preflight.headers.get('access-control-allow-private-network')).toBe('true');
    expect((await fetch(`${url}/settings`)).headers.get('access-control-allow-origin')).toBeNull();
  });

  test('off: no response has a CORS header', async () => {
    const { url } = await testService({ cors: false });
    const response = await fetch(`${url}/api/account/info?key=${KEY}`);
    expect(response.status).toBe(200);
    expect(response.headers.get('access-control-allow-origin')).toBeNull();
    expect((await fetch(`${url}/api/account/info`, { method: 'OPTIONS' })).status).toBe(405);
  });
});

describe.each(['/settings', '/admin/accounts'])('%s', (path) => {
  test.each([
    ['for a page of another origin', 'Host: localhost\r\nOrigin: http://evil.example\r\n', 403],
    ['for a page of another port', 'Host: localhost:80\r\nOrigin: http://localhost:81\r\n', 403],
    ['for an image on another site', 'Host: localhost\r\nSec-Fetch-Site: cross-site\r\n', 403],
    [
      'by a link on another site',
      'Host: localhost\r\nSec-Fetch-Site: cross-site\r\nSec-Fetch-Mode: navigate\r\n',
      200,
    ],
  ])('%s', async (_, headers, status) => {
    const { service } = await testService();
    expect(await rawStatus(service.port, `GET ${path} HTTP/1.1\r\n${headers}Connection: close\r\n\r\n`)).toBe(
      status,
    );
  });

  test('a form on another site changes nothing', async () => {
    const { service } = await testService();
    const body = 'email=made@example.org';
    const request = `POST /settings HTTP/1.1\r\nHost: localhost\r\nOrigin: http://evil.example\r\nConnection: close\r\nSec-Fetch-Mode: navigate\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
    expect(await rawStatus(service.port, request)).toBe(403);
    expect(service.accounts()).toHaveLength(2);
  });
});

describe.each(['/settings', '/admin/accounts', '/subtitle', '/subtitles'])('%s rejects', (path) => {
  /** Calls the service as if from this address. A real request can't choose it, because it is that of the connection. */
  async function statusFrom(
    remoteAddress: string,
    headers: Record<string, string> = {},
    behindProxy = false,
  ) {
    const store = new Store(await temporaryFolder());
    onTestFinished(() => store.close());
    const options = { dialect: 'document', admin: true, behindProxy } as const;
    const parts: Partial<Service> = { ...options, store, settings: defaultSettings };
    const app = createApp(parts as Service, () => 'http://localhost');
    const request = new Request(`http://localhost${path}`, { headers: { host: 'localhost', ...headers } });
    return (await app.request(request, {}, { incoming: { socket: { remoteAddress } } })).status;
  }

  test.each(['192.168.1.7', '::ffff:192.168.1.7', 'fe80::1', '203.0.113.127'])(
    'the machine %s, whatever host name it uses',
    async (address) => {
      expect(await statusFrom(address)).toBe(403);
      expect(await statusFrom('127.0.0.1')).not.toBe(403);
    },
  );

  test.each([
    ['forwarded', 'for=203.0.113.7'],
    ['via', '1.1 proxy'],
    ['x-forwarded-for', '203.0.113.7'],
    ['x-forwarded-host', 'files.example'],
    ['x-real-ip', '203.0.113.7'],
  ])('requests by a proxy that identifies itself: %s', async (name, value) => {
    expect(await statusFrom('127.0.0.1', { [name]: value })).toBe(403);
  });

  test('all requests, if the service is configured behind a proxy', async () => {
    expect(await statusFrom('127.0.0.1', {}, true)).toBe(403);
  });
});

describe.each([
  ['/settings', ''],
  ['/admin/accounts', ''],
  ['/subtitle', 'sample.en.srt'],
  ['/subtitles', 'subtitles.json'],
])('%s', (path, file) => {
  test.each([
    ['by name', 'localhost:80', 200],
    ['by address', '127.0.0.1', 200],
    ['by the address of the other family', '[::1]:80', 200],
    ['under a name that resolves to this machine', 'rebound.example', 403],
    ['under a name that only looks like it', 'localhost.evil.example', 403],
    ['under an address of the network', '192.168.1.7:80', 403],
  ])('%s', async (_, host, status) => {
    const { service } = await testService();
    const target = `${path}?src=${encodeURIComponent(`${await testSite()}/${file}`)}`;
    const request = `GET ${target} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`;
    expect(await rawStatus(service.port, request)).toBe(status);
  });
});

test('/admin does not exist unless it is enabled', async () => {
  const { url } = await testService({ admin: false });
  expect((await fetch(`${url}/admin/accounts`)).status).toBe(404);
});

describe('admin', () => {
  test('changes settings at runtime, and rejects invalid ones with a message', async () => {
    const { admin, call } = await testService();
    expect(await admin.setSettings({ slots: 9 })).toMatchObject({ slots: 9, rateLimit: false });
    expect((await call('urlupload/slots')).body.total_slots).toBe('9');
    await expect(admin.setSettings({ slotz: 1 } as object)).rejects.toThrow(
      'There is no setting \\"slotz\\"',
    );
    await expect(admin.setSettings({ slots: '3' } as object)).rejects.toThrow(
      'The setting \\"slots\\" must be a number',
    );
  });

  test('lists and creates accounts', async () => {
    const { admin, call } = await testService();
    const { key } = await admin.createAccount({ email: 'three@example.org' });
    expect((await call('account/info', {}, key)).body.result.email).toBe('three@example.org');
    expect(await admin.accounts()).toHaveLength(3);
    await expect(admin.createAccount({ email: 'nobody' })).rejects.toThrow('not an email address');
  });

  test('rejects unknown files and folders', async () => {
    const { admin } = await testService();
    await expect(admin.deleteFile('nosuchcode')).rejects.toThrow('There is no such file');
    await expect(admin.deleteFolder('77')).rejects.toThrow('There is no such folder');
    await expect(admin.takeDown('nosuchcode')).rejects.toThrow('There is no such file');
  });
});
