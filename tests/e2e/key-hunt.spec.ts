/**
 * The API key lies in one place and is sent to one host. After all that an account is used for, it is looked for
 * everywhere else: storage, pages, consoles, requests, what other hosts were sent, and every file that was saved.
 */
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Locator, Page } from '@playwright/test';
import { createAdmin } from '../../service/src/index.ts';
import type { Extension } from './harness/extension.ts';
import { test as base, expect } from './harness/index.ts';
import { currentAccountId, message } from './harness/messages.ts';
import { chooseFiles, rows, sparseFile } from './harness/own-files.ts';
import { everythingStored } from './harness/stored.ts';

/** Another host: pictures, subtitles and a file to be fetched. It notes all that it is sent. */
interface OtherHost {
  readonly url: string;
  readonly received: readonly string[];
}

const test = base.extend<{ other: OtherHost; dir: string }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads from this pattern which fixtures are needed
  other: async ({}, use) => {
    const received: string[] = [];
    const clip = await readFile(new URL('../../service/sample/sample.webm', import.meta.url));
    const server = createServer(async (request, response) => {
      let body = '';
      for await (const chunk of request) body += chunk;
      received.push(`${request.method} ${request.url}\n${request.rawHeaders.join('\n')}\n${body}`);
      response.setHeader('access-control-allow-origin', '*');
      if (request.url?.endsWith('.vtt')) response.end('WEBVTT\n\n00:00.000 --> 00:02.000\nHello\n');
      else response.setHeader('content-type', 'video/webm').end(clip);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    await use({ url: `http://127.0.0.1:${port}`, received });
    server.closeAllConnections();
    server.close();
  },
  // biome-ignore lint/correctness/noEmptyPattern: as above
  dir: async ({}, use) => {
    const dir = await mkdtemp(join(tmpdir(), 'linkhaul-key-'));
    await use(dir);
    await rm(dir, { recursive: true });
  },
});

test.use({ serviceOptions: { admin: true, rateLimit: false } });

/** All that could give the key away, as it comes to be. */
class Hunt {
  readonly #haul: { readonly where: string; readonly text: string }[] = [];

  constructor({ context }: Extension, serviceUrl: string) {
    context.on('console', (said) => this.add('console', said.text()));
    for (const worker of context.serviceWorkers())
      worker.on('console', (said) => this.add('console of the background', said.text()));
    context.on('request', (request) => {
      if (request.url().startsWith(serviceUrl)) this.add('referrer', request.headers()['referer'] ?? '');
      else this.add('request', `${request.url()} ${request.postData()} ${JSON.stringify(request.headers())}`);
    });
  }

  add(where: string, text: string): void {
    this.#haul.push({ where, text });
  }

  /** The page's document and the values of its fields. */
  async addPage(where: string, page: Page): Promise<void> {
    const values = await page
      .locator('input, textarea')
      .evaluateAll((all) => all.map((each) => (each as HTMLInputElement).value));
    this.add(`page ${where}`, `${await page.content()} ${values.join(' ')}`);
  }

  async addDownload(page: Page, button: Locator): Promise<string> {
    const name = await button.textContent();
    const download = page.waitForEvent('download');
    await button.click();
    const text = await readFile(await (await download).path(), 'utf8');
    this.add(`file of “${name}”`, text);
    return text;
  }

  /** Where a secret was found, in any of the ways in which it may be written. */
  find(secret: string): readonly string[] {
    const forms = [
      secret,
      encodeURIComponent(secret),
      // Without its last characters, which depend on what follows.
      Buffer.from(secret).toString('base64').slice(0, -4),
      [...secret].reverse().join(''),
    ];
    return this.#haul
      .filter(({ text }) => forms.some((form) => text.includes(form)))
      .map(({ where }) => where);
  }
}

test('the key is nowhere but in its one place', async ({ extension, service, other, dir }) => {
  const { key } = service.createAccount({ email: 'hunted@linkhaul.example' });
  const wrongKey = `${key}-mistyped`;
  const admin = createAdmin(service.url);
  const hunt = new Hunt(extension, service.url);
  const options = await extension.open('options.html');
  const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true });

  await test.step('connect, first with a wrong key', async () => {
    await message(options, 'settings.change', { debugLog: true });
    await options.getByLabel('Service address').fill(service.url);
    await options.getByLabel('API key', { exact: true }).fill(wrongKey);
    await button(options, 'Connect').click();
    await expect(options.getByText(/rejected|doesn’t accept/).first()).toBeVisible();
    await options.getByLabel('API key', { exact: true }).fill(key);
    await button(options, 'Connect').click();
    await expect(options.getByText(/^Connected to /)).toBeVisible();
    await hunt.addPage('settings, just connected', options);
  });

  const manager = await extension.open('manager.html');
  await test.step('links that arrive and that fail, and an own file', async () => {
    const links = [`${other.url}/clip.webm`, `${service.url}/gone.webm`].map((url) => ({ url }));
    await message(manager, 'links.send', { links });
    await expect(rows(manager, 'done')).toHaveCount(1);
    await expect(rows(manager, 'failed')).toHaveCount(1);
    // A service that repeats in its refusal what it was sent.
    const envelope = { status: 400, msg: `Bad request: /api/upload/url?key=${key}` };
    await admin.setFaults([{ endpoint: '/api/upload/url', kind: 'envelope', times: 1, envelope }]);
    await message(manager, 'links.send', { links: [{ url: `${other.url}/refused.webm` }] });
    await expect(rows(manager, 'refused')).toContainText('Bad request');
    await chooseFiles(manager, await sparseFile(dir, 'own file.bin', 2_000));
    await expect(rows(manager, 'done')).toHaveCount(2);
    await hunt.addPage('uploads', manager);
  });

  const accountId = await currentAccountId(extension);
  const [clip] = await message(manager, 'files.search', { accountId, term: 'clip' });
  await test.step('files: searched, looked at, renamed, taken back', async () => {
    await manager.goto(extension.url('manager.html#files/0'));
    const row = (name: string) => manager.getByRole('row', { name });
    await row('clip')
      .getByRole('button', { name: /^More for/ })
      .click();
    await manager.getByRole('menuitem', { name: 'Details' }).click();
    await expect(manager.getByRole('complementary', { name: 'Details' })).toContainText('/d/');
    await hunt.addPage('details', manager);
    await manager.getByRole('searchbox', { name: 'Search files' }).fill('clip');
    await row('clip').click();
    await manager.keyboard.press('F2');
    await manager.keyboard.insertText('Another name');
    await manager.keyboard.press('Enter');
    await manager.getByRole('searchbox', { name: 'Search files' }).fill('');
    await expect(row('Another name')).toBeVisible();
    await hunt.addPage('files', manager);
  });

  await test.step('an embed with picture and subtitles of another host', async () => {
    await manager.goto(extension.url(`manager.html#embed/${clip?.fileCode}`));
    // What the account knows of the file is filled in first.
    await expect(manager.getByLabel('Title', { exact: true })).not.toHaveValue('');
    await manager.getByLabel('Image address', { exact: true }).fill(`${other.url}/poster.jpg`);
    await expect(manager.getByText(/^(?:The image loads|Couldn’t load an image)/)).toBeVisible();
    await button(manager, 'Add a track').click();
    await manager.getByLabel('Address of the subtitles', { exact: true }).fill(`${other.url}/en.vtt`);
    await expect(manager.getByText('Can be read: WebVTT.')).toBeVisible();
    await manager.getByRole('button', { name: /^Play: / }).click();
    await expect(manager.frameLocator('linkhaul-player iframe').locator('video')).toBeAttached();
    await hunt.addPage('embed builder', manager);
  });

  await test.step('account, reports, activity', async () => {
    const views = {
      account: manager.getByText('hunted@linkhaul.example').first(),
      reports: manager.getByRole('button', { name: 'Reload', exact: true }),
      activity: manager.locator('tr[data-kind="failed"]').first(),
    };
    for (const [view, shown] of Object.entries(views)) {
      await manager.goto(extension.url(`manager.html#${view}`));
      await expect(shown).toBeVisible();
      await hunt.addPage(view, manager);
    }
    await button(manager, 'More').click();
    await hunt.addDownload(manager, manager.getByRole('menuitem', { name: 'Save failed links as text' }));
  });

  await test.step('exports and the problem report', async () => {
    await options.bringToFront();
    const plain = await hunt.addDownload(options, button(options, 'Export settings'));
    expect(plain).toContain('hunted@linkhaul.example');
    await options.getByLabel('Include the accounts’ keys').click();
    await options.getByLabel('Passphrase', { exact: true }).fill('correct horse battery');
    await hunt.addDownload(options, button(options, 'Export settings'));
    const report = await hunt.addDownload(options, button(options, 'Save problem report'));
    expect(report).toContain('urlupload/list');
  });

  await test.step('the service is gone', async () => {
    await service.close();
    await message(manager, 'links.send', { links: [{ url: `${other.url}/late.webm` }] });
    const popup = await extension.open('popup.html');
    await expect(popup.getByText(/^Can’t reach /)).toBeVisible();
    await hunt.addPage('popup', popup);
  });

  for (const text of other.received) hunt.add('what another host received', text);
  const { local, ...stored } = await everythingStored(options);
  for (const [name, text] of Object.entries(stored)) hunt.add(name, text);
  const { keys, ...rest } = JSON.parse(local) as Record<string, unknown>;
  hunt.add('storage.local', JSON.stringify(rest));
  expect(JSON.stringify(keys)).toContain(key);

  expect(other.received.length).toBeGreaterThan(2);
  expect(hunt.find(key)).toEqual([]);
  expect(hunt.find(wrongKey)).toEqual([]);
  // The hunt finds what is there: the email address is no secret.
  expect(hunt.find('hunted@linkhaul.example')).toEqual(
    expect.arrayContaining(['page account', 'file of “Export settings”', 'storage.local']),
  );
});
