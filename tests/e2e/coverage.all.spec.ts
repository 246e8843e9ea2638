/** Each endpoint, parameter and field of docs/http-api.md is met by a person: done in the interface, seen in the audit log, read in the page. */

import { readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { Locator } from '@playwright/test';
import { uploadLinks } from '../../scripts/extension-pages.ts';
import { createAdmin } from '../../service/src/index.ts';
import { CoverageTable } from './coverage/table.ts';
import { expect, test } from './harness/index.ts';
import { chooseFiles } from './harness/own-files.ts';

test.use({ serviceOptions: { admin: true, rateLimit: false } });

const documentPath = fileURLToPath(new URL('../../docs/coverage.md', import.meta.url));
const clipPath = fileURLToPath(new URL('../../service/sample/sample.webm', import.meta.url));

const number = (text: unknown) => Number(text).toLocaleString('en-US');
const date = (dateStyle: 'long' | 'medium') => (text: unknown) =>
  new Intl.DateTimeFormat('en-US', { dateStyle, timeZone: 'UTC' }).format(
    Date.parse(`${String(text).replace(' ', 'T')}Z`),
  );
const [long, medium] = [date('long'), date('medium')];
const minutes = (text: unknown) =>
  `${Math.floor(Number(text) / 60)}:${String(Number(text) % 60).padStart(2, '0')}`;
const yesNo = (flag: unknown) => (Number(flag) === 1 ? 'Yes' : 'No');

/** What stands beside a term. */
const fact = (within: Locator, name: string) =>
  within.locator('dt', { hasText: new RegExp(`^${name}$`) }).locator('xpath=following-sibling::dd');

test('every endpoint, parameter and field is covered', async ({ extension, service, site, account }) => {
  const admin = createAdmin(service.url);
  const table = new CoverageTable(admin, account.email);
  await service.seed({ account: account.email, seed: 4, files: 12, folders: 2 });
  /** What the service itself says, past the extension. */
  async function raw(endpoint: string, params: Readonly<Record<string, string>> = {}) {
    const query = new URLSearchParams({ key: account.key, ...params });
    const answer = await fetch(`${service.url}/api/${endpoint}?${query}`);
    // biome-ignore lint/suspicious/noExplicitAny: the documented shapes, as they are
    return (await answer.json()) as any;
  }
  await table.action('Settings › Connect', [['/api/account/info']], async () => {
    await (await extension.connect(service.url, account.key)).close();
  });

  const page = await extension.open('manager.html#files/0');
  const go = async (hash: string): Promise<void> =>
    void (await page.goto(extension.url(`manager.html#${hash}`)));
  const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true });
  const field = (name: string) => page.getByLabel(name, { exact: true });
  const row = (name: string) => page.getByRole('row', { name });
  const dialog = page.getByRole('dialog');
  const details = page.getByRole('complementary', { name: 'Details' });
  const link = (name: string) =>
    details.locator('.details-link', { hasText: name }).locator('.details-link-address');
  async function choose(of: Locator, name: string): Promise<void> {
    await of.getByRole('button', { name: /^More for/ }).click();
    await page.getByRole('menuitem', { name }).click();
  }
  async function type(text: string): Promise<void> {
    await page.keyboard.type(text);
    await page.keyboard.press('Enter');
  }
  const images = () =>
    details.locator('img').evaluateAll((found) => found.map((each) => (each as HTMLImageElement).src));
  const showsImage = (path: string) => () => expect.poll(images).toContain(new URL(path, service.url).href);

  // Folders.
  await table.action(
    'Files › first opened',
    [
      ['/api/file/list', 'page', 'per_page'],
      ['/api/folder/list', 'fld_id', 'only_folders'],
    ],
    () => expect(page.getByText(/^Updated/)).toBeVisible(),
  );
  await table.action('Files › New folder', [['/api/folder/create', 'name', 'parent_id']], async () => {
    await button('New folder in “My files”').click();
    await type('Films');
    await expect(page.getByText('“Films” created.')).toBeVisible();
  });
  await table.action('Files › Rename (folder)', [['/api/folder/rename', 'fld_id', 'name']], async () => {
    await row('Films').focus();
    await page.keyboard.press('F2');
    await type('Pictures');
    await expect(page.getByText('Folder renamed to “Pictures”.')).toBeVisible();
  });
  await table.action('Files › Refresh', [['/api/file/list', 'created']], () => button('Refresh').click());
  const { folders } = (await raw('folder/list', { fld_id: '0', only_folders: '1' })).result;
  const named = (wanted: boolean) =>
    folders.find(({ name }: { name: string }) => (name === 'Pictures') === wanted);
  const [seeded, pictures] = [named(false), named(true)];
  await table.fields('List folder', 'Files › row of a folder', { name: [row(seeded.name), seeded.name] });
  await row(seeded.name)
    .getByRole('button', { name: /^More for/ })
    .click();
  const copyCode = page.getByRole('menuitem', { name: 'Copy folder code' });
  await table.fields('List folder', 'Files › menu of a folder', { code: [copyCode, seeded.code] });
  await page.keyboard.press('Escape');
  const isAt = (id: string) => () => expect(page).toHaveURL(new RegExp(`#files/${id}$`));
  await page.getByRole('treeitem', { name: seeded.name }).click();
  await table.checked('List folder', 'fld_id', 'Files › address of a folder', isAt(seeded.fld_id));
  await page.getByRole('treeitem', { name: 'Pictures' }).click();
  await table.checked('Create folder', 'fld_id', 'Files › address of a new folder', isAt(pictures.fld_id));

  // A file of the user's own, with everything that the service says of it.
  await go('uploads');
  const done = page.locator('[data-state="done"]');
  await table.action(
    'Uploads › Choose files…',
    [['/api/upload/server'], ['/upload', 'file', 'api_key'], ['/api/file/move', 'file_code', 'fld_id']],
    async () => {
      await button('Folder: My files').click();
      await page.getByRole('menuitem', { name: 'Choose folder…' }).click();
      await dialog.getByRole('treeitem', { name: 'Pictures' }).click();
      await button('Use this folder').click();
      await chooseFiles(page, clipPath);
      await table.fields('Upload a file', 'Uploads › row that is done', {
        status: [done, 'In “Pictures”'],
      });
    },
  );
  await table.action(
    'Files › details of a file',
    [
      ['/api/file/info', 'file_code'],
      ['/api/file/image', 'file_code'],
      ['/api/file/check', 'file_code'],
    ],
    async () => {
      await choose(done, 'Show in folder');
      await expect(details.locator('.details-skeleton')).toHaveCount(0);
    },
  );
  const [listed] = (await raw('file/list', { fld_id: pictures.fld_id })).result.files;
  const asked = { file_code: listed.file_code };
  const [info] = (await raw('file/info', asked)).result;
  const [image] = (await raw('file/image', asked)).result;
  const [check] = (await raw('file/check', asked)).result;
  const inDetails = 'Files › details of a file';
  const known = {
    title: [details.getByRole('heading', { level: 2 }), info.title],
    filecode: [fact(details, 'Code'), info.filecode],
    canplay: [fact(details, 'Playable'), yesNo(info.canplay)],
    size: [fact(details, 'Size'), number(Math.round(info.size / 1000))],
    length: [fact(details, 'Length'), minutes(info.length)],
    uploaded: [fact(details, 'Uploaded'), long(info.uploaded)],
    protected_embed: [link('Protected player'), info.protected_embed],
    protected_dl: [link('Protected download'), info.protected_dl],
  } as const;
  await table.fields('File info', inDetails, {
    ...known,
    views: [fact(details, 'Views'), number(info.views)],
    last_view: [fact(details, 'Last viewed'), 'Never'],
  });
  await table.fields('Upload a file', `${inDetails} just uploaded`, {
    ...known,
    download_url: [link('Download page'), listed.download_url],
  });
  await table.fields('File status', inDetails, {
    status: [fact(details, 'Status'), check.status],
    filecode: [fact(details, 'Code'), check.filecode],
  });
  await table.fields('File images', inDetails, { filecode: [fact(details, 'Code'), image.filecode] });
  const inPictures = `${inDetails}, pictures`;
  for (const name of ['single_img', 'splash_img'] as const) {
    await table.checked('File info', name, inPictures, showsImage(info[name]));
    await table.checked('Upload a file', name, inPictures, showsImage(info[name]));
  }
  for (const name of ['single_img', 'thumb_img', 'splash_img'] as const)
    await table.checked('File images', name, inPictures, showsImage(image[name]));
  const pictureButton = details.getByRole('button', { name: image.title }).first();
  await table.checked('File images', 'title', inPictures, () => expect(pictureButton).toBeVisible());
  await table.fields('File entry', inDetails, {
    file_code: [fact(details, 'Code'), listed.file_code],
    download_url: [link('Download page'), listed.download_url],
    public: [fact(details, 'Public'), yesNo(listed.public)],
    canplay: [fact(details, 'Playable'), yesNo(listed.canplay)],
    fld_id: [fact(details, 'Folder'), 'Pictures'],
  });
  const line = row('sample');
  await table.fields('File entry', 'Files › row of a file', {
    title: [line, listed.title],
    length: [line.locator('.file-length'), minutes(listed.length)],
    views: [line.locator('.file-views'), number(listed.views)],
    uploaded: [line.locator('.file-uploaded'), medium(listed.uploaded)],
  });
  const picture = new URL(listed.single_img, service.url).href;
  await table.checked('File entry', 'single_img', 'Files › row of a file', () =>
    expect(line.locator('img')).toHaveAttribute('src', picture),
  );
  const { results_total: total } = (await raw('file/list')).result;
  const count = page.getByRole('treeitem', { name: 'All files' });
  await table.fields('List files', 'Files › number of all files', {
    results_total: [count, total],
    total_pages: [count, total],
  });

  // What is done with files.
  const work = (said: string) => page.getByRole('region', { name: 'File operations' }).getByText(said);
  await table.action('Files › Rename (file)', [['/api/file/rename', 'file_code', 'title']], async () => {
    await line.focus();
    await page.keyboard.press('F2');
    await type('Harbour');
    await expect(work('1 file renamed.')).toBeVisible();
  });
  await table.action(
    'Files › Clone…',
    [
      ['/api/file/clone', 'file_code', 'fld_id'],
      ['/api/file/list', 'fld_id'],
    ],
    async () => {
      await choose(row('Harbour'), 'Clone…');
      await dialog.getByRole('button', { name: /^Clone/ }).click();
      await expect(work('1 file cloned into')).toBeVisible();
    },
  );
  const all = (await raw('file/list', { per_page: '200' })).result.files;
  const isClone = (each: typeof listed) => each.title === 'Harbour' && each.file_code !== listed.file_code;
  const clone = all.find(isClone);
  const [cloneInfo] = (await raw('file/info', { file_code: clone.file_code })).result;
  await go(`files/${clone.fld_id}/${clone.file_code}`);
  await table.fields('Clone file', 'Files › details of a clone', {
    filecode: [fact(details, 'Code'), clone.file_code],
    embed_url: [link('Player'), `${service.url}/e/${clone.file_code}`],
    download_url: [link('Download page'), clone.download_url],
    protected_embed: [link('Protected player'), cloneInfo.protected_embed],
    protected_download: [link('Protected download'), cloneInfo.protected_dl],
  });
  await table.action('Files › Search files', [['/api/search/videos', 'search_term']], () =>
    page.getByRole('searchbox', { name: 'Search files' }).fill('harbour'),
  );
  await admin.deleteFile(clone.file_code);
  await go(`files/${clone.fld_id}/${clone.file_code}`);
  await page.reload();
  const inGone = 'Files › details of a file that is gone';
  await table.checked('File info', 'status', inGone, () => expect(details.getByRole('alert')).toBeVisible());
  await table.checked('File images', 'status', inGone, () => expect(details.locator('img')).toHaveCount(0));

  // Transfers.
  await admin.setSettings({ bytesPerSecond: 2_000, slots: 1 });
  await go('uploads');
  await page.reload();
  const working = page.locator('[data-state="working"]');
  await table.action(
    'Uploads › Upload links',
    [['/api/upload/url', 'url', 'fld_id', 'new_title'], ['/api/urlupload/list']],
    async () => {
      await button('Folder: My files').click();
      await page.getByRole('menuitemradio', { name: 'Pictures' }).click();
      await page.getByLabel('Links to upload').fill(`${site.url}/sample.webm?slow`);
      await field('Title (optional)').fill('A slow clip');
      await button('Upload').click();
      await expect(working).toHaveCount(1);
    },
  );
  await table.action('Uploads › Transfer details', [['/api/urlupload/status', 'file_code']], () =>
    choose(working, 'Transfer details'),
  );
  const [transfer] = (await raw('urlupload/list')).result;
  const downloaded = fact(dialog, 'Downloaded');
  await table.fields('Transfer list', 'Uploads › Transfer details', {
    status: [fact(dialog, 'Status'), transfer.status],
    bytes_downloaded: [downloaded, /^[\d.]+ (?:bytes|kB) of /],
    bytes_total: [downloaded, / of 108 kB$/],
    created: [fact(dialog, 'Started'), long(transfer.created)],
    folder_id: [fact(dialog, 'Folder'), 'Pictures'],
    file_code: [fact(dialog, 'File code'), transfer.file_code],
    remote_url: [fact(dialog, 'Source'), transfer.remote_url],
  });
  await table.fields('Upload by link', 'Uploads › Transfer details', {
    filecode: [fact(dialog, 'File code'), transfer.file_code],
  });
  await button('Close').click();
  await table.fields('Upload by link', 'Uploads › row', { new_title: [working, 'A slow clip'] });
  await uploadLinks(page, `${site.url}/sample.webm?waits`);
  const waiting = page.locator('[data-state="waiting"]');
  await table.fields('Upload by link', 'Uploads › why a link waits', {
    total_slots: [waiting, 'slots'],
    used_slots: [waiting, 'slots'],
  });
  const card = page
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading', { name: 'demo', exact: true }) });
  await table.action('Account › first opened', [['/api/urlupload/slots']], () => go('account'));
  const slots = fact(card, 'Upload slots');
  await table.fields('Slots', 'Account › Upload slots', {
    used_slots: [slots, /^1 of/],
    total_slots: [slots, / 1 in use$/],
  });
  await go('uploads');
  await table.action('Uploads › Delete transfer…', [['/api/urlupload/actions', 'delete_code']], async () => {
    await choose(working.first(), 'Delete transfer…');
    await dialog.getByRole('button', { name: 'Delete transfer' }).click();
  });
  await admin.setSettings({ slots: 2 });
  await uploadLinks(page, `${site.url}/gone.webm`);
  await expect(page.locator('[data-state="failed"]')).toHaveCount(1);
  await table.action('Uploads › Try again', [['/api/urlupload/actions', 'restart_errors']], async () => {
    await button('Try again (1)').click();
    const outcome = page.locator('.popup-outcome');
    await table.fields('Envelope', 'Uploads › Try again', { msg: [outcome, 'The service says:'] });
  });
  // It was started again: only once it has failed again is there something to clear.
  const failedAtService = async () =>
    (await raw('urlupload/list')).result.filter(({ status }: { status: string }) => status === 'error')
      .length;
  await expect.poll(failedAtService).toBe(1);
  const fromMenu = async (name: string) => {
    await button('Queue options').click();
    await page.getByRole('menuitem', { name }).click();
  };
  await table.action('Uploads › Clear failed', [['/api/urlupload/actions', 'clear_errors']], () =>
    fromMenu('Clear failed'),
  );
  await table.action('Uploads › Clear all', [['/api/urlupload/actions', 'clear_all']], async () => {
    await fromMenu('Clear all');
    await dialog.getByRole('button', { name: 'Clear all' }).click();
  });

  // Account, takedowns, reports.
  const { result: said, server_time: serverTime } = await raw('account/info');
  await go('account');
  await page.reload();
  await table.fields('Account info', 'Account › card', {
    email: [fact(card, 'Email'), said.email],
    balance: [fact(card, 'Balance'), Number(said.balance).toFixed(2)],
    storage_used: [fact(card, 'Storage'), new RegExp(`${Math.round(said.storage_used / 1e6)} MB used$`)],
    storage_left: [fact(card, 'Storage'), /^10 TB free/],
    premim_expire: [fact(card, 'Premium'), medium(said.premim_expire)],
  });
  await table.fields('Envelope', 'Account › card', {
    server_time: [fact(card, 'Server time'), long(serverTime)],
  });
  await admin.takeDown(listed.file_code);
  await table.action('Account › Check for new takedowns', [['/api/dmca/list', 'page', 'per_page']], () =>
    button('Check for new takedowns').click(),
  );
  const [takedown] = (await raw('dmca/list')).result;
  const reported = page.locator(`tr[data-code="${listed.file_code}"]`);
  await table.fields('Takedowns', 'Account › takedowns', {
    file_code: [reported.locator('.takedown-code'), takedown.file_code],
    fld_id: [reported.locator('td').nth(1), 'Pictures'],
    reported_on: [reported.locator('td').nth(2), medium(takedown.reported_on)],
    disabled_on: [reported.locator('td').nth(3), medium(takedown.disabled_on)],
  });
  for (const [name, item, path] of [
    ['protected_download', 'Open protected download page', `/d/${takedown.protected_download}`],
    ['protected_embed', 'Open protected player', `/e/${takedown.protected_embed}`],
  ] as const) {
    const opened = extension.context.waitForEvent('page');
    await choose(reported, item);
    const tab = await opened;
    await table.checked('Takedowns', name, `Account › ${item}`, () =>
      tab.waitForURL(`${service.url}${path}`),
    );
    await tab.close();
  }
  await table.action('Reports › Last 7 days', [['/api/account/stats', 'last']], () => go('reports'));
  await table.action('Reports › This month', [['/api/account/stats', 'from_date', 'to_date']], () =>
    field('This month').check(),
  );
  const [newest] = (await raw('account/stats', { last: '1' })).result;
  const newestRow = page.getByRole('table').locator('tbody tr').first();
  await table.checked('Reports', 'day', 'Reports › table', () =>
    expect(newestRow.locator('time')).toHaveAttribute('datetime', newest.day),
  );
  await table.fields('Reports', 'Reports › table', {
    views: [newestRow.locator('td').nth(0), number(newest.views)],
    downloads: [newestRow.locator('td').nth(1), number(newest.downloads)],
    profit_views: [newestRow.locator('td').nth(2), newest.profit_views],
    profit_total: [newestRow.locator('td').nth(3), newest.profit_total],
  });
  await admin.setFaults([{ endpoint: '/api/account/stats', kind: 'too-many-requests-200' }]);
  await button('Refresh').click();
  await table.fields('Envelope', 'Reports › why they could not be read', {
    status: [page.locator('.reports-notices'), /too many requests/i],
  });
  await admin.clearFaults();

  // The player's page.
  async function openBuilder(...tracks: readonly (readonly [name: string, label: string])[]) {
    await go(`embed/${listed.file_code}`);
    for (const [at, [name, label]] of tracks.entries()) {
      await button('Add a track').click();
      await field('Address of the subtitles').nth(at).fill(`${site.url}/${name}`);
      await field('Language or label').nth(at).fill(label);
    }
  }
  const play = () => page.getByRole('button', { name: /^Play/ }).click();
  await openBuilder(['sample.en.srt', 'English']);
  await field('Image address').fill(`${site.url}/poster.jpg`);
  await table.action('Embed › preview, one track', [['/e', 'c_poster', 'c1_file', 'c1_label']], play);
  await go('uploads');
  // Only once the builder is left does its player end.
  await expect(field('Links to upload')).toBeVisible();
  await openBuilder(['sample.en.srt', 'English'], ['sample.de.vtt', 'Deutsch'], ['sample.es.vtt', 'Español']);
  await field('On by default').first().check();
  await field('Address of the document').fill(`${site.url}/subtitles.json`);
  await expect(page.getByText('It lists these tracks.')).toBeVisible();
  await table.action('Embed › preview, several tracks', [['/e', 'subtitle_json']], play);

  const found = table.markdown();
  if (process.env['LINKHAUL_COVERAGE'] === 'write') await writeFile(documentPath, found);
  expect(table.missing()).toEqual([]);
  expect(found).toBe(await readFile(documentPath, 'utf8'));
});
