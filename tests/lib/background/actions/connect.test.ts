/** Connecting: where the API is searched, what must be true before the key is sent, and what changes in an existing account. */
import { afterEach, beforeEach, describe, expect, it, test, vi } from 'vitest';
import { createBackoffStore } from '../../../../lib/accounts/account-backoff.ts';
import { startLocalServer } from '../../../local-server.ts';
import { type BackgroundSetup, setUpBackground } from '../background-setup.ts';

let setup: BackgroundSetup;
beforeEach(async () => {
  setup = await setUpBackground();
});
afterEach(() => setup.close());

it('the stored e-mail is kept if the response has none', async () => {
  const { account } = await setup.connect();
  const envelope = { status: 200, msg: 'OK', result: { balance: '0', storage_left: 1_000 } };
  await setup.admin.setFaults([{ endpoint: '/api/account/info', kind: 'envelope', envelope }]);
  expect((await setup.connect()).account).toEqual(account);
});

describe('the search for an API without the key', () => {
  const find = (...addresses: readonly string[]) => setup.send('accounts.findService', { addresses });
  async function website() {
    const requests: (string | undefined)[] = [];
    const server = await startLocalServer((request, response) => {
      requests.push(request.url);
      response.setHeader('content-type', 'text/html').end('<!doctype html>');
    });
    return { ...server, requests };
  }

  it('tries each address, and uses the first one that has an API', async () => {
    const site = await website();
    const { url } = setup.service;
    expect(await find(site.url, url)).toEqual({ address: url, isSilent: false });
    expect(site.requests).toEqual(['/api/account/info']);
    expect(await find(`${url}/`, url)).toEqual({ address: url, isSilent: false });
    expect(await find(site.url)).toEqual({ address: null, isSilent: false });
    await site.close();
    expect(await find(site.url)).toEqual({ address: null, isSilent: true });
    const audit = await setup.admin.audit();
    expect(audit.map(({ account }) => account)).toEqual(audit.map(() => null));
  });

  it('stops if a host permission is missing', async () => {
    const site = await website();
    setup.browser.hasHostPermission = (address) => address === site.url;
    expect(
      await setup.reply('accounts.findService', { addresses: [site.url, setup.service.url] }),
    ).toMatchObject({
      problem: { code: 'no-permission' },
    });
    expect(site.requests).toEqual([]);
    await site.close();
  });
});

describe('without the host permission the key stays here, even if the service has CORS headers', () => {
  const account = async () => (await setup.connect()).account.id;
  test.each([
    ['accounts.connect', async () => ({})],
    ['accounts.findMoved', async () => ({ accountId: await account() })],
    ['accounts.changeAddress', async () => ({ accountId: await account() })],
    ['accounts.check', async () => ({ accountId: await account() })],
  ] as const)('%s', async (name, more) => {
    const others = await more();
    const { length: before } = await setup.admin.audit();
    setup.browser.hasHostPermission = false;
    const address = setup.service.url.replace('127.0.0.1', 'localhost');
    const request = { address, key: setup.key, ...others };
    expect(await setup.reply(name, request as never)).toMatchObject({ problem: { code: 'no-permission' } });
    const asked = (await setup.admin.audit()).slice(before).map(({ endpoint }) => endpoint);
    expect(asked.filter((endpoint) => endpoint?.startsWith('/api/account'))).toEqual([]);
  });
});

it('all pages are told that a check has found a key to be rejected', async () => {
  const { account } = await setup.connect();
  const envelope = { status: 403, msg: 'Wrong auth' };
  // Polls use other endpoints, so only the check discovers it.
  const endpoints = ['/api/account/info', '/api/urlupload/slots', '/api/file/list'];
  await setup.admin.setFaults(endpoints.map((endpoint) => ({ endpoint, kind: 'envelope', envelope })));
  expect(await setup.reply('accounts.check', { accountId: account.id })).toMatchObject({
    problem: { code: 'unauthorized' },
  });
  const backoffs = createBackoffStore(setup.local);
  await vi.waitFor(async () =>
    expect(await backoffs.get()).toMatchObject([{ accountId: account.id, reason: 'account' }]),
  );
});
