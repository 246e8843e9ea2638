/**
 * The API key is stored in one place and sent to one host. After the account was used in every way, storage, pages, consoles,
 * notifications, requests, other hosts, the clipboard and saved files are searched for it.
 */
import { readFile } from 'node:fs/promises';
import type { Locator, Page, Worker } from '@playwright/test';
import { createAdmin } from '../../service/src/index.ts';
import { startLocalServer } from '../local-server.ts';
import type { Extension } from './harness/extension.ts';
import { pasted } from './harness/files.ts';
import { test as base, expect } from './harness/index.ts';
import { currentAccountId, message } from './harness/messages.ts';
import { chooseFiles, rows, sparseFile } from './harness/own-files.ts';
import { readStoredContent } from './harness/stored.ts';

/** With pictures, subtitles and a file. Records everything that it receives. */
interface OtherHost {
  readonly url: string;
  readonly received: readonly string[];
}

const test = base.extend<{ other: OtherHost }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads from this pattern which fixtures are needed
  other: async ({}, use) => {
    const received: string[] = [];
    const clip = await readFile(new URL('../../service/sample/sample.webm', import.meta.url));
    const { url, close } = await startLocalServer(async (request, response) => {
      let body = '';
      for await (const chunk of request) body += chunk;
      received.push(`${request.method} ${request.url}\n${request.rawHeaders.join('\n')}\n${body}`);
      response.setHeader('access-control-allow-origin', '*');
      if (request.url?.endsWith('.vtt')) response.end('WEBVTT\n\n00:00.000 --> 00:02.000\nHello\n');
      else response.setHeader('content-type', 'video/webm').end(clip);
    });
    await use({ url, received });
    await close();
  },
});

test.use({ serviceOptions: { admin: true, rateLimit: false } });

class Hunt {
  readonly #haul: { readonly where: string; readonly text: string }[] = [];

  constructor({ context }: Extension, serviceUrl: string) {
    context.on('console', (said) => this.add('console', said.text()));
    const listen = (worker: Worker) =>
      worker.on('console', (said) => this.add('console of the background', said.text()));
    context.serviceWorkers().forEach(listen);
    // Each restart creates a new worker.
    context.on('serviceworker', listen);
    context.on('request', (request) => {
      if (request.url().startsWith(serviceUrl)) this.add('referrer', request.headers()['referer'] ?? '');
      else this.add('request', `${request.url()} ${request.postData()} ${JSON.stringify(request.headers())}`);
    });
  }

  add(where: string, text: string): void {
    this.#haul.push({ where, text });
  }

  /** Document, text with shadow trees, title, address, and values of fields. */
  async addPage(where: string, page: Page): Promise<void> {
    const values = await page
      .locator('input, textarea')
      .evaluateAll((all) => all.map((each) => (each as HTMLInputElement).value));
    const read = await page.evaluate(() => {
      const inShadow = (root: ParentNode): string[] =>
        [...root.querySelectorAll('*')].flatMap(({ shadowRoot }) =>
          shadowRoot ? [shadowRoot.innerHTML, shadowRoot.textContent, ...inShadow(shadowRoot)] : [],
        );
      // biome-ignore lint/performance/useDomNodeTextContent: as it is read
      return [document.title, location.href, document.body.innerText, ...inShadow(document)];
    });
    this.add(`page ${where}`, [await page.content(), ...values, ...read].join(' '));
  }

  async addDownload(page: Page, button: Locator): Promise<string> {
    const name = await button.textContent();
    const download = page.waitForEvent('download');
    await button.click();
    const text = await readFile(await (await download).path(), 'utf8');
    this.add(`file of “${name}”`, text);
    return text;
  }

  /** In any letter case and encoding. */
  find(secret: string): readonly string[] {
    const { length } = Buffer.from(secret);
    const forms = [
      secret,
      encodeURIComponent(secret),
      // At each byte offset, without the end characters, which depend on neighbours.
      ...[0, 1, 2].map((offset) =>
        Buffer.from(' '.repeat(offset) + secret)
          .toString('base64')
          .slice(Math.ceil((offset * 4) / 3), Math.floor(((offset + length) * 4) / 3)),
      ),
      [...secret].reverse().join(''),
    ].map((form) => form.toLowerCase());
    return this.#haul
      .filter(({ text }) => forms.some((form) => text.toLowerCase().includes(form)))
      .map(({ where }) => where);
  }
}

/** Tests can't get permission for notifications, so each is written to the console. */
const recordNotifications = ({ background }: Extension) =>
  background.evaluate(() => {
    const { chrome, browser = chrome } = globalThis as unknown as Record<string, Record<string, object>>;
    for (const api of [chrome, browser]) {
      const create = async (...sent: unknown[]) => console.log('notification', JSON.stringify(sent));
      Object.assign(api ?? {}, { notifications: { create, onClicked: { addListener() {} } } });
      Object.assign(api?.['permissions'] ?? {}, { contains: async () => true });
    }
  });

test('the key is stored in one place only', async ({ extension, service, other, dir }) => {
  const email = 'hunted@linkhaul.example';
  const { key } = service.createAccount({ email });
  await service.seed({ account: email, files: 3, folders: 1, takedowns: 1 });
  const wrongKey = `${key}-mistyped`;
  const admin = createAdmin(service.url);
  const hunt = new Hunt(extension, service.url);
  const options = await extension.open('options.html');
  const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true });

  await test.step('connect, first with a wrong key', async () => {
    await message(options, 'settings.change', { debugLog: true, notifications: true });
    await extension.background.kill();
    await extension.background.wake();
    await recordNotifications(extension);
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
  await test.step('links that succeed and fail, and a local file', async () => {
    const links = [`${other.url}/clip.webm`, `${service.url}/gone.webm`].map((url) => ({ url }));
    await message(manager, 'links.send', { links });
    await expect(rows(manager, 'done')).toHaveCount(1);
    await expect(rows(manager, 'failed')).toHaveCount(1);
    // The error repeats the request.
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
  await test.step('search, details and renaming of files', async () => {
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

  await test.step('moving several files and undoing it; copying their links', async () => {
    const folder = await message(manager, 'folders.create', { name: 'Elsewhere', parentId: '0', accountId });
    const listOwn = async () =>
      (await admin.files(email)).filter(({ title }) => /Another name|own file/.test(title));
    // The row has its new name before the service does.
    await expect.poll(listOwn).toHaveLength(2);
    const files = (await listOwn()).map(({ fileCode, title, folderId }) => ({ fileCode, title, folderId }));
    await message(manager, 'bulk.start', { accountId, work: { kind: 'move', files, folder } });
    await manager.getByRole('button', { name: /^Undo: 2 files moved .*to “Elsewhere”\.$/ }).click();
    await expect(manager.getByText('2 files moved back.').first()).toBeVisible();
    for (const name of ['Another name', 'own file'])
      await manager.getByRole('row', { name }).click({ modifiers: ['ControlOrMeta'] });
    await manager.keyboard.press('ControlOrMeta+c');
    const dialog = manager.getByRole('dialog', { name: 'Copy links: 2 files' });
    await dialog.getByLabel('Table (CSV)', { exact: true }).check();
    await hunt.addPage('links to copy', manager);
    await dialog.getByRole('button', { name: 'Copy 2 links' }).click();
    await expect(manager.getByText('2 links copied as Table (CSV).')).toBeVisible();
    const table = await pasted(manager);
    expect(table).toContain('Another name');
    hunt.add('clipboard', table);
  });

  await test.step('a service that repeats the key in titles and addresses', async () => {
    const echo = {
      file_code: 'echo1',
      fld_id: '0',
      uploaded: '2026-11-01 12:00:00',
      canplay: 1,
      public: '1',
      title: `Echo of ${key}`,
      length: '1',
      views: '1',
      single_img: `/i/single/echo1?key=${key}`,
      download_url: `${service.url}/d/echo1?key=${encodeURIComponent(key)}`,
    };
    const envelope = { msg: `OK ${key}`, status: 200, result: { folders: [], files: [echo] } };
    await admin.setFaults([{ endpoint: '/api/folder/list', kind: 'envelope', envelope }]);
    await message(manager, 'catalog.refresh', { accountId, folderId: '0' });
    await expect(manager.getByRole('row', { name: 'Echo of [key]' })).toBeVisible();
    await hunt.addPage('an echo', manager);
    await admin.setFaults([]);
  });

  await test.step('an embed with picture and subtitles of another host', async () => {
    await manager.goto(extension.url(`manager.html#embed/${clip?.fileCode}`));
    await expect(manager.getByLabel('Title', { exact: true })).not.toHaveValue('');
    await manager.getByLabel('Image URL', { exact: true }).fill(`${other.url}/poster.jpg`);
    await expect(manager.getByText(/^(?:The image loads|Couldn’t load an image)/)).toBeVisible();
    await button(manager, 'Add a track').click();
    await manager.getByLabel('Address of the subtitles', { exact: true }).fill(`${other.url}/en.vtt`);
    await expect(manager.getByText('Readable: WebVTT.')).toBeVisible();
    await manager.getByRole('button', { name: /^Play: / }).click();
    await expect(manager.frameLocator('linkhaul-player iframe').locator('video')).toBeAttached();
    await hunt.addPage('embed builder', manager);
  });

  await test.step('account, reports, activity', async () => {
    const views = {
      account: manager.getByText('hunted@linkhaul.example').first(),
      takedowns: manager.getByText('1 takedown', { exact: true }),
      reports: manager.getByRole('button', { name: 'Refresh', exact: true }),
      activity: button(manager, '2 links to “My files”'),
    };
    for (const [view, shown] of Object.entries(views)) {
      await manager.goto(extension.url(`manager.html#${view}`));
      await expect(shown).toBeVisible();
      if (view === 'activity') await shown.click();
      await hunt.addPage(view, manager);
      if (view === 'takedowns' || view === 'reports')
        await hunt.addDownload(manager, button(manager, 'Save as CSV'));
    }
    await button(manager, 'More').click();
    await hunt.addDownload(manager, manager.getByRole('menuitem', { name: 'Save failed links as text' }));
  });

  await test.step('exports and the problem report', async () => {
    await options.bringToFront();
    const plain = await hunt.addDownload(options, button(options, 'Export settings'));
    expect(plain).toContain('hunted@linkhaul.example');
    await options.getByLabel('Include account keys').click();
    await options.getByLabel('Passphrase', { exact: true }).fill('correct horse battery');
    await hunt.addDownload(options, button(options, 'Export settings'));
    const report = await hunt.addDownload(options, button(options, 'Save problem report'));
    expect(report).toContain('urlupload/list');
  });

  await test.step('the service is unreachable', async () => {
    await service.close();
    await message(manager, 'links.send', { links: [{ url: `${other.url}/late.webm` }] });
    const popup = await extension.open('popup.html');
    await expect(popup.getByText(/^Can’t reach /)).toBeVisible();
    await hunt.addPage('popup', popup);
  });

  for (const text of other.received) hunt.add('what another host received', text);
  for (const page of extension.context.pages()) hunt.add('a tab', `${page.url()} ${await page.title()}`);
  const kept = await options.evaluate(async () => {
    const names = await caches.keys();
    const requests = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()));
    return JSON.stringify([
      { ...localStorage },
      { ...sessionStorage },
      names,
      requests.flat().map(({ url }) => url),
    ]);
  });
  hunt.add('storage of pages', kept);
  const { local, ...stored } = await readStoredContent(options);
  for (const [name, text] of Object.entries(stored)) hunt.add(name, text);
  const { keys, ...rest } = JSON.parse(local) as Record<string, unknown>;
  hunt.add('storage.local', JSON.stringify(rest));
  expect(JSON.stringify(keys)).toContain(key);

  expect(other.received.length).toBeGreaterThan(2);
  expect(hunt.find(key)).toEqual([]);
  expect(hunt.find(wrongKey)).toEqual([]);
  // The search works: the email address isn't secret.
  expect(hunt.find(email)).toEqual(
    expect.arrayContaining(['page account', 'file of “Export settings”', 'storage.local']),
  );
  expect(hunt.find('Another name')).toEqual(expect.arrayContaining(['page files', 'clipboard', 'databases']));
  expect(hunt.find('notification ["')).toContain('console of the background');
});
