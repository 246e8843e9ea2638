/** `npm run screenshots`: takes the pictures of README.md, the guide and the stores, except the animation. */
import { once } from 'node:events';
import { mkdtempDisposable, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { createClient } from '../lib/api/index.ts';
import { createMenuId } from '../lib/menus/menu-entries.ts';
import { startSampleSite, startService } from '../service/src/index.ts';
import { ensureBrowser, ensureTools } from './browsers.ts';
import { buildExtension } from './build-extension.ts';
import { launchChromium, withHostsGranted } from './chromium.ts';
import { connect, dispatchMenuClick, getCurrentAccountId, uploadLinks } from './extension-pages.ts';
import { root, runCommand } from './process.ts';

const email = 'robin@files.example';
const popup = { width: 400, height: 560 };
/** Both stores require this size. */
const tab = { width: 1280, height: 800 };

const sendMessage = (page: Page, name: string, request: object) =>
  page.evaluate(`chrome.runtime.sendMessage(${JSON.stringify({ name, request })})`);

await runCommand(async () => {
  const { path } = await ensureBrowser('chromium');
  await ensureTools();
  await using cleanup = new AsyncDisposableStack();
  const extensionDir = await withHostsGranted(await buildExtension());
  cleanup.defer(() => rm(extensionDir, { recursive: true, force: true }));
  const { path: dataDir } = cleanup.use(await mkdtempDisposable(join(tmpdir(), 'linkhaul-pictures-')));
  const service = await startService({ dataDir, accounts: [{ email }], rateLimit: false });
  cleanup.defer(service.close);
  const site = await startSampleSite();
  cleanup.defer(site.close);
  const browser = await launchChromium({ executablePath: path, extensionDir });
  cleanup.defer(browser.close);
  const { context, extensionId, optionsPage } = browser;
  const take = async (page: Page, name: string, pointer: 'away' | 'stay' = 'away') => {
    const file = join(root, 'docs', `${name}.png`);
    if (pointer === 'away') await page.mouse.move(0, 0);
    // Wait until pictures are loaded.
    await page.waitForLoadState('networkidle');
    await page.screenshot({ path: file, animations: 'disabled', caret: 'initial', omitBackground: true });
    console.log(file);
  };
  const open = async (path: string, size: { width: number; height: number }): Promise<Page> => {
    const page = await context.newPage();
    // Playwright reports the page's size as the screen's. The popup leaves some of the screen free.
    await page.addInitScript(() => Object.defineProperty(screen, 'availHeight', { value: 800 }));
    await page.setViewportSize(size);
    await page.goto(`chrome-extension://${extensionId}/${path}`);
    return page;
  };

  const { key } = service.createAccount({ email });
  await service.seed({ account: email, seed: 7, files: 400, folders: 14, takedowns: 3 });
  const client = createClient({ baseUrl: service.url, key });
  await optionsPage.setViewportSize({ width: 900, height: 620 });
  await optionsPage.getByLabel('Service address').fill('https://files.example');
  await optionsPage.getByLabel('API key', { exact: true }).fill('0123456789abcdef');
  await take(optionsPage, 'guide/connect');
  await connect(optionsPage, service.url, key);
  await optionsPage.reload();
  await take(optionsPage, 'guide/settings');

  const files = await open('manager.html#files', tab);
  await files.getByText(/^Updated/).waitFor();
  await take(files, 'files');
  await files.getByRole('checkbox', { name: 'Select all listed files' }).click();
  await files.getByRole('button', { name: 'Rename…' }).click();
  await files.getByRole('textbox', { name: 'New title' }).fill('{folder} {n:3} – {title}');
  await files.getByRole('button', { name: /^Rename \d+ files/ }).waitFor();
  await take(files, 'guide/rename');
  await files.close();

  const list = await open('popup.html', popup);
  const links = ['media/caf%C3%A9%20%26%20harbour.webm', 'holiday_clip.part.1.webm'];
  await uploadLinks(list, links.map((path) => `${site.url}/${path}`).join('\n'));
  await list.locator('[data-state="done"]').nth(1).waitFor();
  await uploadLinks(list, `${site.url}/gone.webm`);
  await list.locator('[data-state="failed"]').waitFor();
  service.settings.bytesPerSecond = 3_000;
  await uploadLinks(list, `${site.url}/sample.webm`, 'Keynote, day 2');
  await list.locator('[data-state="working"]').waitFor();
  await list.getByText(/left/).first().waitFor();
  await list.reload();
  await list.locator('[data-state="working"]').waitFor();
  await take(list, 'guide/uploads');
  service.settings.bytesPerSecond = 0;
  await list.close();

  const page = await context.newPage();
  await page.goto(site.url);
  await page.bringToFront();
  const [worker] = context.serviceWorkers();
  if (worker === undefined) throw new Error('the extension has no worker');
  const opened = context.waitForEvent('page');
  const accountId = await getCurrentAccountId(optionsPage);
  await dispatchMenuClick(worker, {
    menuItemId: createMenuId({ kind: 'collect', accountId }),
    pageUrl: page.url(),
  });
  const collect = await opened;
  await collect.setViewportSize(tab);
  await collect.getByRole('option').first().waitFor();
  await collect.getByRole('checkbox', { name: /^Video/ }).click();
  await collect.getByRole('button', { name: /^Select \d+ shown$/ }).click();
  await take(collect, 'collect');
  await collect.close();

  const own = await open('manager.html#uploads', tab);
  const clips = ['Interview, uncut.mov', 'Drone over the valley.mp4', 'Panel discussion.mkv'];
  const paths = clips.map((name) => join(dataDir, name));
  for (const file of paths) {
    await writeFile(file, '');
    await truncate(file, 400_000_000);
  }
  await own.evaluate(() => Reflect.deleteProperty(globalThis, 'showOpenFilePicker'));
  const chooser = own.waitForEvent('filechooser');
  await own.getByRole('button', { name: 'Choose files…' }).click();
  await (await chooser).setFiles(paths);
  await own
    .getByText(/ left$/)
    .nth(1)
    .waitFor();
  await take(own, 'guide/own-files');
  await own.locator('[data-state="sending"]').first().waitFor({ state: 'detached', timeout: 300_000 });
  await own.close();

  const [clip] = (await client.files.search('harbour')).filter(({ canPlay }) => canPlay);
  const embed = await open(`manager.html#embed/${clip?.fileCode}`, tab);
  await embed.waitForFunction(() => Reflect.get(document.querySelector('linkhaul-player') ?? {}, 'poster'));
  await take(embed, 'guide/embed');
  await embed.close();

  const reports = await open('manager.html#reports', tab);
  await reports.getByRole('button', { name: 'Save as CSV' }).waitFor();
  await take(reports, 'guide/reports');

  const folders = await open('manager.html#files', tab);
  await folders.getByText(/^Updated/).waitFor();
  const folder = folders.getByRole('treeitem').nth(3);
  await folder.click({ button: 'right' });
  await folders.getByRole('menuitem', { name: 'Upload links here…' }).hover();
  await take(folders, 'guide/upload-here', 'stay');
  await folders.keyboard.press('Escape');
  const shown = folders.locator('[data-kind="file"]').filter({ has: folders.locator('img') });
  await shown.first().click();
  await folders.keyboard.press('Escape');
  await shown.first().focus();
  await folders.keyboard.press('Space');
  await folders.getByRole('dialog').locator('img').waitFor();
  await take(folders, 'guide/preview');
  await folders.keyboard.press('Escape');
  await folders.keyboard.press('Delete');
  await folders.getByText(/can only be deleted on the service’s website/).waitFor();
  await folders.getByRole('treeitem', { name: 'To delete' }).click();
  await folders.locator('[data-kind="file"]').first().waitFor();
  await take(folders, 'guide/to-delete');
  await folders.close();

  const members = createServer((_, response) => {
    response.writeHead(200, { 'content-type': 'video/mp4', 'content-length': 48_000_000 });
    response.write(Buffer.alloc(31_000_000));
  });
  cleanup.defer(() => void members.close().closeAllConnections());
  await once(members.listen(0, '127.0.0.1'), 'listening');
  const { port } = members.address() as AddressInfo;
  const fetching = await open('popup.html', popup);
  await sendMessage(fetching, 'links.send', {
    links: [{ url: `http://127.0.0.1:${port}/members/lecture-4.mp4`, typedTitle: 'Lecture 4, members only' }],
    via: 'browser',
  });
  await fetching.getByText(/31 MB/).waitFor();
  await take(fetching, 'guide/through-browser');
  await fetching.close();
  members.close().closeAllConnections();

  const other = service.createAccount({ email: 'studio@files.example' });
  await connect(optionsPage, service.url, other.key);
  await sendMessage(optionsPage, 'accounts.select', { accountId });
  const asked = context.waitForEvent('page');
  await page.bringToFront();
  await dispatchMenuClick(worker, {
    menuItemId: createMenuId({ kind: 'choose', accountId }),
    linkUrl: `${site.url}/media/harbour.webm`,
    pageUrl: page.url(),
  });
  const picker = await asked;
  await picker.setViewportSize({ width: 460, height: 640 });
  await picker.getByRole('checkbox', { name: 'studio' }).check();
  await picker.getByRole('radio', { name: 'robin' }).click();
  await picker.getByRole('treeitem').filter({ visible: true }).nth(3).click();
  await take(picker, 'guide/several-accounts');
  await picker.close();

  const account = await open('manager.html#account', tab);
  await account.getByRole('button', { name: 'Change address: robin' }).click();
  await account.getByLabel('Service address').fill('https://media.files.example');
  await take(account, 'guide/change-address');
  await account.close();

  const image = `data:image/png;base64,${await readFile(join(root, 'public/icon/128.png'), 'base64')}`;
  const brand = await context.newPage();
  await brand.setViewportSize({ width: 440, height: 280 });
  await brand.setContent(`
    <body style="margin: 0; height: 100vh; display: grid; place-content: center; justify-items: center; gap: 16px;
      background: linear-gradient(#eef1ff, #b9c6ff); color: #1d2f86; font: bold 40px 'Liberation Sans', sans-serif">
      <img alt="" width="112" src="${image}" />Linkhaul
    </body>`);
  await take(brand, 'store-tile');
  // With the margin that the Chrome Web Store requires.
  await brand.setViewportSize({ width: 128, height: 128 });
  await brand.setContent(`<body style="margin: 16px"><img alt="" width="96" src="${image}" /></body>`);
  await take(brand, 'store-icon');
  return 0;
});
