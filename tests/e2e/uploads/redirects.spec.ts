/** Redirects of links that this browser fetches: who gets the session, and what the row shows. */
import { createAdmin } from '../../../service/src/index.ts';
import { startLocalServer } from '../../local-server.ts';
import { connectedTest, type Extension, expect, until } from '../harness/index.ts';
import { message } from '../harness/messages.ts';
import { rows } from '../harness/own-files.ts';

interface Site {
  readonly url: string;
  readonly port: number;
  readonly host: string;
  /** Path, session and referrer. */
  readonly requests: string[];
  /** By path. Other paths are files. A dot never responds. */
  readonly leads: Map<string, string>;
}

const test = connectedTest.extend<{ members: Site; cdn: Site }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads from this pattern which fixtures are needed
  members: async ({}, use) => runSite(use),
  // biome-ignore lint/correctness/noEmptyPattern: as above
  cdn: async ({}, use) => runSite(use),
});
test.use({ serviceOptions: { admin: true } });

async function runSite(use: (site: Site) => Promise<void>): Promise<void> {
  const requests: string[] = [];
  const leads = new Map<string, string>();
  const server = await startLocalServer(({ url = '', headers: { cookie, referer } }, response) => {
    if (url === '/page') {
      // Firefox keeps cookies for the next test, so the other site sets the same one.
      response.setHeader('set-cookie', 'lax=1; SameSite=Lax; Path=/; Max-Age=3600');
      response.setHeader('content-type', 'text/html');
      return void response.end('<!doctype html><title>Page</title><link rel="icon" href="data:,">');
    }
    requests.push([url, cookie ? 'session' : '', referer ?? ''].join(' '));
    const location = leads.get(url);
    if (location === '.') return;
    if (location !== undefined) return void response.writeHead(302, { location }).end();
    response.writeHead(200, { 'content-type': 'video/mp4', 'content-length': 1_000, etag: '"1"' });
    response.end(new Uint8Array(1_000));
  });
  await use({ url: server.url, port: server.port, host: `127.0.0.1:${server.port}`, requests, leads });
  await server.close();
}

/** Signs in on the first site (cookies ignore ports). */
async function start({ extension, members }: { extension: Extension; members: Site }, path = '/film.mp4') {
  const popup = await extension.open('popup.html');
  const site = await popup.context().newPage();
  const pageUrl = `${members.url}/page`;
  await site.goto(pageUrl);
  await site.close();
  await popup.bringToFront();
  await message(popup, 'links.send', { links: [{ url: members.url + path, pageUrl }], via: 'browser' });
  return popup;
}

test('a redirect to another site is questioned before that site gets a request', async ({
  extension,
  service,
  account,
  members,
  cdn,
}) => {
  members.leads.set('/film.mp4', '/next').set('/next', `${cdn.url}/1.mp4`);
  cdn.leads.set('/1.mp4', `${members.url}/back`);
  members.leads.set('/back', `${cdn.url}/2.mp4`);
  const popup = await start({ extension, members });
  const row = rows(popup, 'refused');
  await expect(
    row.getByText(
      `${members.host} redirects to another site. Continue to ${cdn.host} with your session there?`,
    ),
  ).toBeVisible();
  expect(cdn.requests).toEqual([]);
  await expect(row.getByRole('button', { name: /^Allow/ })).toHaveCount(0);

  await row.getByRole('button', { name: `Continue to ${cdn.host}` }).click();
  await expect(rows(popup, 'done').getByText(`From ${cdn.host}`)).toBeVisible();
  expect(await createAdmin(service.url).files(account.email)).toMatchObject([{ title: '2' }]);
  const page = `${members.url}/page`;
  expect(members.requests.slice(-3)).toEqual([
    `/film.mp4 session ${page}`,
    `/next session ${page}`,
    `/back session ${page}`,
  ]);
  // Other sites only get the origin of the link's page.
  expect(cdn.requests).toEqual([`/1.mp4 session ${members.url}/`, `/2.mp4 session ${members.url}/`]);
});

test('a redirect to a host without permission names that host, and one to a dead host is reported', {
  tag: ['@all', '@chromium'],
}, async ({ extension, members, cdn }) => {
  members.leads.set('/film.mp4', `http://localhost:${cdn.port}/film.mp4`);
  const popup = await start({ extension, members });
  const row = rows(popup, 'refused');
  await expect(row).toContainText(
    `redirects to another site. To follow it, allow Linkhaul to access localhost:${cdn.port}.`,
  );
  await expect(row.getByRole('button', { name: 'Allow localhost' })).toBeVisible();
  expect(cdn.requests).toEqual([]);
  const id = (await row.getAttribute('data-key')) ?? '';
  await message(popup, 'uploads.remove', { id });

  const { url, port, close } = await startLocalServer(() => {});
  await close();
  members.leads.set('/dead.mp4', `${url}/dead.mp4`);
  await message(popup, 'links.send', { links: [{ url: `${members.url}/dead.mp4` }], via: 'browser' });
  await row.getByRole('button', { name: `Continue to 127.0.0.1:${port}` }).click();
  await expect(rows(popup, 'waiting')).toContainText('Waiting: the site');
  await expect(popup.getByRole('button', { name: /^Allow/ })).toHaveCount(0);
});

test('the referrer is for one request, even of a wildcard, and ends with a removal, the worker or a pause', async ({
  extension,
  members,
  browserName,
}) => {
  for (const path of ['/1.mp4', '/2.mp4', '/3.mp4', '/*']) members.leads.set(path, '.');
  const readRules = () =>
    extension.background.evaluate(async () => {
      interface Rule {
        readonly condition: { readonly urlFilter: string; readonly isUrlFilterCaseSensitive: boolean };
      }
      const { chrome } = globalThis as unknown as {
        chrome: { declarativeNetRequest: { getSessionRules(): Promise<readonly Rule[]> } };
      };
      const rules = await chrome.declarativeNetRequest.getSessionRules();
      return rules.map(({ condition }) => [condition.urlFilter, condition.isUrlFilterCaseSensitive]);
    });
  const popup = await start({ extension, members }, '/1.mp4');
  await expect.poll(readRules).toEqual([[`|${members.url}/1.mp4|`, true]]);
  const id = (await popup.locator('[data-key]').getAttribute('data-key')) ?? '';
  await message(popup, 'uploads.remove', { id });
  await expect.poll(readRules).toEqual([]);

  // In Firefox, the next background fetches it again.
  if (browserName === 'chromium') {
    await start({ extension, members }, '/2.mp4');
    await expect.poll(readRules).toEqual([[`|${members.url}/2.mp4|`, true]]);
    await extension.background.kill();
    await extension.background.wake();
    await expect.poll(readRules).toEqual([]);
  }

  await start({ extension, members }, '/3.mp4');
  await expect.poll(readRules).toEqual([[`|${members.url}/3.mp4|`, true]]);
  await message(popup, 'uploads.pause', {});
  await expect.poll(readRules).toEqual([]);

  await message(popup, 'uploads.resume', {});
  await start({ extension, members }, '/*');
  await until('the request', async () => members.requests.some((each) => each.startsWith('/* ')));
  // As if the site were the service's host.
  await popup.evaluate((url) => fetch(url).catch(() => {}), `${members.url}/api/account/info`);
  expect(members.requests.at(-1)).toMatch(/^\/api\/account\/info .*(?<!page)$/);
});
