/** A hostile day: forged messages, and a service that answers with markup, scripts, prototype keys, cycles, floods and no end. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import type { Page } from '@playwright/test';
import { test as base, expect } from './harness/index.ts';
import { currentAccountId } from './harness/messages.ts';

type Answer = (request: IncomingMessage, response: ServerResponse) => void;

/** The local service, save for the endpoints that are answered in its place. */
interface HostileService {
  readonly url: string;
  readonly answers: Map<string, Answer>;
}

const test = base.extend<{ hostile: HostileService }>({
  hostile: async ({ service }, use) => {
    const answers = new Map<string, Answer>();
    const server = createServer(async (request, response) => {
      const { pathname } = new URL(request.url ?? '', service.url);
      const answer = answers.get(pathname);
      if (answer) return answer(request, response);
      const passed = await fetch(service.url + request.url);
      response.writeHead(passed.status, { 'content-type': passed.headers.get('content-type') ?? '' });
      response.end(Buffer.from(await passed.arrayBuffer()));
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    await use({ url: `http://127.0.0.1:${port}`, answers });
    server.closeAllConnections();
    server.close();
  },
});

const succeed =
  (result: string): Answer =>
  (_, response) =>
    response.end(`{"msg":"OK","status":200,"result":${result}}`);

/** Each would show itself in the title, if it ran. */
const markup = `<img src=x onerror="document.title='It ran'"><script>document.title='It ran'</script>`;
const script = `javascript:document.title='It ran'`;
const prototypeKeys = `"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}}`;

test('only the extension’s own pages are listened to', async ({
  browserName,
  extension,
  service,
  account,
  site,
}) => {
  const options = await extension.connect(service.url, account.key);
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
  // A content script, as a renderer that was taken over could use one.
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
      // Firefox takes no port there.
      const [tab] = await chrome.tabs.query({ url: `http://${new URL(url).hostname}/*` });
      const [ran] = await chrome.scripting.executeScript({
        target: { tabId: tab?.id },
        args: [messages],
        func: (sent: object[]) =>
          Promise.all([
            // Firefox answers with nothing where Chromium refuses.
            ...sent.map((each) =>
              chrome.runtime.sendMessage(each).then(
                (answer) => answer ?? null,
                () => null,
              ),
            ),
            // Where the keys are.
            chrome.storage.local.get(null).catch(() => null),
          ]),
      });
      return ran?.result;
    },
    { url: site.url, messages: forged },
  );
  const [stored, ...answered] = (answers as unknown[]).toReversed();
  expect(answered).toEqual(forged.map(() => null));
  // Firefox cannot close `storage.local` to content scripts (SECURITY.md).
  if (browserName === 'chromium') expect(stored).toBeNull();

  // The web page itself.
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
  expect(await currentAccountId(extension)).toBe(accountId);
});

test('a service that sends scripts, keys of prototypes, a folder cycle and a flood', async ({
  extension,
  hostile,
  account,
  site,
}) => {
  const files = ['abc', 'def'].map(
    (code) =>
      `{${prototypeKeys},"file_code":"${code}","title":${JSON.stringify(markup + code)},"fld_id":"0",` +
      `"single_img":${JSON.stringify(script)},"download_url":${JSON.stringify(script)},"uploaded":"2026-11-01 12:00:00"}`,
  );
  hostile.answers.set('/api/file/list', succeed(`{${prototypeKeys},"total_pages":1,"files":[${files}]}`));
  // Each folder holds all of them, itself and the root among them.
  const folders = Array.from({ length: 20_000 }, (_, at) => `{"name":"<b>${at}</b>","fld_id":"${at}"}`);
  hostile.answers.set('/api/folder/list', succeed(`{"folders":[${folders}],"files":[${files}]}`));
  await extension.connect(hostile.url, account.key);

  const manager = await extension.open('manager.html#files');
  await expect(manager.getByRole('row', { name: `${markup}abc` })).toBeVisible({ timeout: 30_000 });
  await extension.screenshot(manager, 'hostile-files');
  await expectClean(manager);

  // The popup answers, and the main job is done.
  const popup = await extension.open('popup.html');
  await popup.getByLabel('Links to upload').fill(`${site.url}/sample.webm`);
  await popup.getByRole('button', { name: 'Send', exact: true }).click();
  await expect(popup.locator('[data-state="done"], [data-state="verifying"]')).toHaveCount(1);
  await popup.getByRole('tab', { name: 'Files' }).click();
  await expect(popup.getByRole('row', { name: `${markup}def` })).toBeVisible();
  await expectClean(popup);
  const polluted = () => Reflect.get({}, 'polluted') as unknown;
  expect(await extension.background.evaluate(polluted)).toBeUndefined();
});

test('answers without end: nothing hangs, and the popup says what is the matter', async ({
  extension,
  hostile,
  account,
  site,
}) => {
  await extension.connect(hostile.url, account.key);
  const endless: Answer = (_, response) => {
    response.write('{"msg":"OK","status":200,"result":[');
    Readable.from(flood()).pipe(response);
  };
  for (const endpoint of ['urlupload/list', 'file/list', 'folder/list', 'urlupload/slots'])
    hostile.answers.set(`/api/${endpoint}`, endless);

  const popup = await extension.open('popup.html');
  await popup.getByLabel('Links to upload').fill(`${site.url}/sample.webm`);
  await popup.getByRole('button', { name: 'Send', exact: true }).click();
  await expect(popup.locator('[data-key]')).toHaveCount(1);
  await expect(popup.locator('[data-key]')).toHaveAttribute('data-state', /waiting|pending|sending/);
  await popup.getByRole('tab', { name: 'Files' }).click();
  await expect(popup.getByText(/invalid answer|too large|couldn’t|can’t/i).first()).toBeVisible();
  await extension.screenshot(popup, 'hostile-endless');

  hostile.answers.clear();
  await popup.getByRole('tab', { name: 'Uploads' }).click();
  await expect(popup.locator('[data-state="done"]')).toHaveCount(1, { timeout: 30_000 });
});

function* flood() {
  const chunk = '{"title":"x"},'.repeat(5_000);
  for (;;) yield chunk;
}

/** Nothing that the service sent ran, and nothing waits to be clicked. */
async function expectClean(page: Page): Promise<void> {
  await expect(page).not.toHaveTitle('It ran');
  expect(await page.locator('[href^="javascript:" i], [src^="javascript:" i], [onerror]').count()).toBe(0);
  expect(await page.evaluate(() => Reflect.get({}, 'polluted') as unknown)).toBeUndefined();
}
