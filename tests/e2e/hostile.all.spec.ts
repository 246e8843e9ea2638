/** Forged messages, and a service that responds with markup, scripts, prototype keys, cycles, floods and endless data. */

import { readdir } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Page } from '@playwright/test';
import { createClient } from '../../lib/api/index.ts';
import { uploadLinks } from '../../scripts/extension-pages.ts';
import { startLocalServer } from '../local-server.ts';
import { test as base, connectedTest, expect } from './harness/index.ts';
import { currentAccountId } from './harness/messages.ts';
import { chooseFiles, sparseFile } from './harness/own-files.ts';

type Answer = (request: IncomingMessage, response: ServerResponse) => void;

/** With overridden responses. */
interface HostileService {
  readonly url: string;
  readonly answers: Map<string, Answer>;
}

const test = base.extend<{ hostile: HostileService }>({
  hostile: async ({ service }, use) => {
    const answers = new Map<string, Answer>();
    const { url, close } = await startLocalServer(async (request, response) => {
      const { pathname } = new URL(request.url ?? '', service.url);
      const answer = answers.get(pathname);
      if (answer) return answer(request, response);
      // Requests may be pending when the test ends the service.
      const passed = await fetch(service.url + request.url).catch(() => null);
      if (passed === null) return response.destroy();
      response.writeHead(passed.status, { 'content-type': passed.headers.get('content-type') ?? '' });
      const body = Buffer.from(await passed.arrayBuffer());
      // File pages are at this host, too.
      const isJson = pathname.startsWith('/api/');
      response.end(isJson ? body.toString().replaceAll(service.url, url) : body);
    });
    await use({ url, answers });
    await close();
  },
});

const succeed =
  (result: string): Answer =>
  (_, response) =>
    response.end(`{"msg":"OK","status":200,"result":${result}}`);

/** Each would change the title if it ran. */
const markup = `<img src=x onerror="document.title='It ran'"><script>document.title='It ran'</script>`;
const script = `javascript:document.title='It ran'`;
const prototypeKeys = `"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}}`;

connectedTest(
  'only messages of the extension’s own pages are handled',
  async ({ browserName, extension, service, site }) => {
    const options = extension.firstPage;
    const accountId = await currentAccountId(extension);
    const page = await extension.context.newPage();
    await page.goto(site.url);
    await page.bringToFront();

    const forged = [
      { name: 'accounts.remove', request: { accountId } },
      { name: 'uploads.page', request: { accountId } },
      {
        name: 'backup.encryptKeys',
        request: { passphrase: 'x'.repeat(8), accounts: [{ id: accountId, address: service.url }] },
      },
    ];
    // A compromised renderer could use a content script.
    const answers = await options.evaluate(
      async ({ url, messages }) => {
        const { chrome } = globalThis as unknown as {
          chrome: {
            tabs: { query(filter: object): Promise<{ id: number }[]> };
            scripting: { executeScript(injection: object): Promise<{ result: unknown }[]> };
            runtime: { sendMessage(message: object): Promise<unknown> };
            storage: { local: { get(key: null): Promise<unknown> } };
          };
        };
        // Firefox doesn't accept a port here.
        const [tab] = await chrome.tabs.query({ url: `http://${new URL(url).hostname}/*` });
        const [ran] = await chrome.scripting.executeScript({
          target: { tabId: tab?.id },
          args: [messages],
          func: (sent: object[]) =>
            Promise.all([
              // Firefox responds with nothing where Chromium rejects.
              ...sent.map((each) =>
                chrome.runtime.sendMessage(each).then(
                  (answer) => answer ?? null,
                  () => null,
                ),
              ),
              // It has the keys.
              chrome.storage.local.get(null).catch(() => null),
            ]),
        });
        return ran?.result;
      },
      { url: site.url, messages: forged },
    );
    const [stored, ...answered] = (answers as unknown[]).toReversed();
    expect(answered).toEqual(forged.map(() => null));
    // Firefox can't block `storage.local` for content scripts (SECURITY.md).
    if (browserName === 'chromium') expect(stored).toBeNull();

    const said = await page.evaluate(
      async ([id, messages]) => {
        const { chrome } = globalThis as unknown as {
          chrome?: { runtime?: { sendMessage?(id: string, message: object): Promise<unknown> } };
        };
        const runtime = chrome?.runtime;
        if (runtime?.sendMessage === undefined) return [];
        return Promise.all(messages.map((each) => runtime.sendMessage?.(id, each).catch(() => null)));
      },
      [extension.id, forged] as const,
    );
    expect(said.filter((answer) => answer !== null && answer !== undefined)).toEqual([]);

    // In a frame, an extension page could be clicked unseen. Firefox doesn't report the end of such a load.
    if (browserName === 'chromium') {
      const names = (await readdir('.output/chrome-mv3')).filter((name) => name.endsWith('.html'));
      expect(names).toContain('manager.html');
      await page.evaluate(
        (addresses) =>
          Promise.all(
            addresses.map((address) => {
              const frame = Object.assign(document.createElement('iframe'), { src: address });
              document.body.append(frame);
              return new Promise((resolve) => frame.addEventListener('load', resolve));
            }),
          ),
        names.map((name) => extension.url(name)),
      );
      const frames = page.frames().slice(-names.length);
      expect(frames.map((frame) => frame.url())).toEqual(names.map(() => 'chrome-error://chromewebdata/'));
    }
    await expect.poll(() => currentAccountId(extension)).toBe(accountId);
  },
);

test('scripts, prototype keys, folder cycles and floods of entries from a service do no harm', {
  tag: '@chromium',
}, async ({ extension, hostile, account, site }) => {
  const files = ['abc', 'def'].map(
    (code) =>
      `{${prototypeKeys},"file_code":"${code}","title":${JSON.stringify(markup + code)},"fld_id":"0",` +
      `"single_img":${JSON.stringify(script)},"download_url":${JSON.stringify(script)},"uploaded":"2026-11-01 12:00:00"}`,
  );
  hostile.answers.set('/api/file/list', succeed(`{${prototypeKeys},"total_pages":1,"files":[${files}]}`));
  // Each folder contains new ones, itself, the root and one of the root's.
  const list = (ids: readonly string[]) => ids.map((id) => `{"name":"<b>${id}</b>","fld_id":"${id}"}`).join();
  // As many as fit into 16 MiB, the longest response that is read.
  const root = list(Array.from({ length: 400_000 }, (_, at) => `${at}`));
  let listings = 0;
  hostile.answers.set('/api/folder/list', (request, response) => {
    const id = new URL(request.url ?? '', hostile.url).searchParams.get('fld_id') ?? '';
    listings += 1;
    const own = list(['0', id, '1', ...Array.from({ length: 50 }, (_, at) => `n${listings}x${at}`)]);
    succeed(`{"folders":[${id === '0' ? root : own}],"files":[${files}]}`)(request, response);
  });
  await extension.connect(hostile.url, account.key);

  const manager = await extension.open('manager.html#files');
  await expect(manager.getByRole('row', { name: `${markup}abc` })).toBeVisible({ timeout: 30_000 });
  await expectClean(manager);

  const popup = await extension.open('popup.html');
  await uploadLinks(popup, `${site.url}/sample.webm`);
  await expect(popup.locator('[data-state="done"], [data-state="verifying"]')).toHaveCount(1);
  await popup.getByRole('tab', { name: 'Files' }).click();
  await expect(popup.getByRole('row', { name: `${markup}def` })).toBeVisible();
  await expectClean(popup);
  const polluted = () => Reflect.get({}, 'polluted') as unknown;
  expect(await extension.background.evaluate(polluted)).toBeUndefined();
});

test('a redirected upload sends no key or file to another site, and isn’t done', async ({
  browserName,
  extension,
  hostile,
  account,
  dir,
}) => {
  const asked: string[] = [];
  const elsewhere = await startLocalServer((request, response) => {
    asked.push(`${request.method} ${request.url}`);
    request.resume();
    response.setHeader('access-control-allow-origin', '*');
    response.setHeader('access-control-allow-headers', '*');
    response.end('{"msg":"OK","status":200,"result":[{"filecode":"stolen1","title":"Stolen"}]}');
  });
  await extension.connect(hostile.url, account.key);
  const manager = await extension.open('manager.html');
  const cases = [
    ['within its origin and then to another', '127.0.0.1', false],
    ['to another host that allows it', 'localhost', true],
  ] as const;
  // In Firefox, each takes ten seconds. The extension may read the first one's host.
  for (const [name, host, isFirst] of browserName === 'firefox' ? cases.slice(0, 1) : cases)
    await test.step(name, async () => {
      let posts = 0;
      hostile.answers.set('/api/upload/server', succeed(`"${hostile.url}/up"`));
      const leadTo =
        (location: string): Answer =>
        (request, response) => {
          request.resume();
          request.on('end', () => {
            posts += 1;
            hostile.answers.set('/api/upload/server', succeed('""'));
            response.writeHead(307, { location }).end();
          });
        };
      const target = `http://${host}:${elsewhere.port}/up`;
      hostile.answers.set('/up', leadTo(isFirst ? target : '/next'));
      hostile.answers.set('/next', leadTo(target));
      await chooseFiles(manager, await sparseFile(dir, `${name}.bin`, 2_000));
      const row = manager.locator('[data-key]', { hasText: name });
      await expect.poll(() => posts).toBeGreaterThanOrEqual(isFirst ? 1 : 2);
      await expect(row).toHaveAttribute('data-state', /^(?!sending|done)/);
      // A slow machine may first search for the file, and again after 12 s.
      await expect(async () => {
        const search = row.getByRole('button', { name: 'Check again' });
        if (await search.isVisible()) await search.click();
        await expect(row).toContainText('the service sent an invalid response', { timeout: 1_000 });
      }).toPass();
    });
  await expect(manager.getByText('stolen1')).toHaveCount(0);
  expect(asked).toEqual([]);
  // The browser reports what its policy blocks.
  expect(extension.takeProblems().join()).not.toContain('stolen');
  await elsewhere.close();
});

// In Firefox, no click and no key reaches a frame in an extension's page.
test('the service’s player cannot navigate the manager, even after a click', { tag: '@chromium' }, async ({
  extension,
  hostile,
  service,
  account,
}) => {
  const { uploads } = createClient({ baseUrl: service.url, key: account.key });
  const { fileCode } = await uploads.send(new File(['bytes'], 'a.webm', { type: 'video/webm' }));
  hostile.answers.set(`/e/${fileCode}`, (_, response) => {
    response.setHeader('content-type', 'text/html').end(
      // A tab that had navigated wouldn't request the second address.
      `<button onclick="setTimeout(() => fetch('/still-here'), 500); top.location = '/elsewhere'">Click me</button>`,
    );
  });
  const asked: string[] = [];
  for (const path of ['/elsewhere', '/still-here'])
    hostile.answers.set(path, (_, response) => response.end(`${asked.push(path)}`));
  await extension.connect(hostile.url, account.key);
  const manager = await extension.open(`manager.html#embed/${fileCode}`);
  // The title and the poster recreate the preview.
  await expect(manager.getByRole('img', { name: 'The poster' })).toBeVisible();
  await manager.getByRole('button', { name: /^Play: / }).click();
  const player = manager.frameLocator('linkhaul-player iframe');
  await player.getByRole('button', { name: 'Click me' }).click();
  await expect.poll(() => asked).toEqual(['/still-here']);
  expect(manager.url()).toBe(extension.url(`manager.html#embed/${fileCode}`));
  expect(extension.takeProblems().join()).toContain('frame attempting navigation of the top-level window');
});

/** Nothing from the service ran, and nothing dangerous can be clicked. */
async function expectClean(page: Page): Promise<void> {
  await expect(page).not.toHaveTitle('It ran');
  expect(await page.locator('[href^="javascript:" i], [src^="javascript:" i], [onerror]').count()).toBe(0);
  expect(await page.evaluate(() => Reflect.get({}, 'polluted') as unknown)).toBeUndefined();
}
