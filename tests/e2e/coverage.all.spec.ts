/**
 * Users can reach each endpoint, parameter and field of docs/http-api.md. Actions use the interface, and are found in the audit log and on
 * the page. Both dialects share them, except for what a dialect lacks.
 */
import { readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { Locator } from '@playwright/test';
import { uploadLinks } from '../../scripts/extension-pages.ts';
import { createAdmin } from '../../service/src/index.ts';
import { CoverageTable } from './coverage/table.ts';
import { expect, test } from './harness/index.ts';
import { chooseFiles } from './harness/own-files.ts';

const documentPath = fileURLToPath(new URL('../../docs/coverage.md', import.meta.url));
const clipPath = fileURLToPath(new URL('../../service/sample/sample.webm', import.meta.url));

// How the page shows a value of a response.
const text = String;
const says = (words: string | RegExp) => () => words;
const number = (value: unknown) => Number(value).toLocaleString('en-US');
const money = new Intl.NumberFormat('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 });
const rounded = (value: unknown) => money.format(String(value) as `${number}`);
const date = (value: unknown) =>
  new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' }).format(
    Date.parse(`${String(value).replace(' ', 'T')}Z`),
  );
const minutes = (value: unknown) =>
  `${Math.floor(Number(value) / 60)}:${String(Number(value) % 60).padStart(2, '0')}`;
const yesNo = (value: unknown) => (Number(value) === 1 ? 'Yes' : 'No');

const fact = (within: Locator, name: string) =>
  within
    .locator('dt', { hasText: new RegExp(`^${name}$`) })
    .locator('xpath=following-sibling::dd')
    .first();

/** Sent by the test, not the extension. */
const paths = {
  document: { transfers: 'urlupload/list', takedowns: 'dmca/list' },
  sibling: { transfers: 'file/url_uploads', takedowns: 'file/dmca' },
} as const;

for (const dialect of ['document', 'sibling'] as const) {
  test.describe(dialect, () => {
    test.use({ dialect, serviceOptions: { admin: true, rateLimit: false } });

    test('every endpoint, parameter and field is covered', async ({ extension, service, site, account }) => {
      const admin = createAdmin(service.url);
      const table = new CoverageTable(dialect, admin, account.email);
      await service.seed({ account: account.email, seed: 4, files: 12, folders: 2 });
      /** The response, requested without the extension. */
      async function raw(endpoint: string, params: Readonly<Record<string, string>> = {}) {
        const query = new URLSearchParams({ key: account.key, ...params });
        const answer = await fetch(`${service.url}/api/${endpoint}?${query}`);
        // biome-ignore lint/suspicious/noExplicitAny: the documented shapes, as they are
        return (await answer.json()) as any;
      }
      await table.action('Settings › Connect', [['/api/account/info']], async () => {
        await extension.connect(service.url, account.key);
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
      async function type(typed: string): Promise<void> {
        await page.keyboard.type(typed);
        await page.keyboard.press('Enter');
      }
      const images = () =>
        details.locator('img').evaluateAll((found) => found.map((each) => (each as HTMLImageElement).src));
      const showsImage = (path: string) => expect.poll(images).toContain(new URL(path, service.url).href);

      // Folders.
      await table.action(
        'Files › first opened',
        {
          document: [
            ['/api/file/list', 'page', 'per_page'],
            ['/api/folder/list', 'fld_id', 'only_folders'],
          ],
          sibling: [
            ['/api/file/list', 'page', 'per_page'],
            ['/api/folder/list', 'fld_id'],
          ],
        },
        () => expect(page.getByText(/^Updated/)).toBeVisible(),
      );
      await table.action('Files › New folder', [['/api/folder/create', 'name', 'parent_id']], async () => {
        await button('New folder in “My files”').click();
        await type('Films');
        await expect(page.getByText('“Films” created.')).toBeVisible();
      });
      await table.action(
        'Files › Rename (folder)',
        {
          document: [['/api/folder/rename', 'fld_id', 'name']],
          sibling: [['/api/folder/edit', 'fld_id', 'name']],
        },
        async () => {
          await row('Films').focus();
          await page.keyboard.press('F2');
          await type('Pictures');
          await expect(page.getByText('Folder renamed to “Pictures”.')).toBeVisible();
        },
      );
      await table.action('Files › Refresh', [['/api/file/list', 'created']], () => button('Refresh').click());
      const { folders } = (await raw('folder/list', { fld_id: '0' })).result;
      const named = (wanted: boolean) =>
        folders.find(({ name }: { name: string }) => (name === 'Pictures') === wanted);
      const [seeded, pictures] = [named(false), named(true)];
      await table.fields('List folder', 'Files › row of a folder', seeded, {
        name: [row(seeded.name), text],
      });
      await row(seeded.name)
        .getByRole('button', { name: /^More for/ })
        .click();
      const copyCode = page.getByRole('menuitem', { name: 'Copy folder code' });
      await table.fields('List folder', 'Files › menu of a folder', seeded, { code: [copyCode, text] });
      await page.keyboard.press('Escape');
      const isAt = (id: string) => expect(page).toHaveURL(new RegExp(`#files/${id}$`));
      await page.getByRole('treeitem', { name: seeded.name }).click();
      await table.checked('List folder', 'fld_id', 'Files › address of a folder', () => isAt(seeded.fld_id));
      await page.getByRole('treeitem', { name: 'Pictures' }).click();
      await table.checked('Create folder', 'fld_id', 'Files › address of a new folder', () =>
        isAt(pictures.fld_id),
      );
      await go('files/0');
      await table.action(
        'Files › Move to… (folder)',
        { sibling: [['/api/folder/edit', 'fld_id', 'parent_id']] },
        async () => {
          await choose(row(seeded.name), 'Move to…');
          await dialog.getByRole('treeitem', { name: 'Pictures' }).click();
          await button('Move here').click();
          await expect(page.getByText(`“${seeded.name}” moved to “Pictures”.`)).toBeVisible();
        },
      );

      // One of the user's own files, with everything that the service reports.
      await go('uploads');
      const done = page.locator('[data-state="done"]');
      await table.action(
        'Uploads › Choose files…',
        {
          document: [
            ['/api/upload/server'],
            ['/upload', 'file', 'api_key'],
            ['/api/file/move', 'file_code', 'fld_id'],
          ],
          sibling: [['/api/upload/server'], ['/upload', 'file', 'key', 'fld_id']],
        },
        async () => {
          await button('Folder: My files').click();
          await page.getByRole('menuitem', { name: 'Choose folder…' }).click();
          await dialog.getByRole('treeitem', { name: 'Pictures' }).click();
          await button('Use this folder').click();
          await chooseFiles(page, clipPath);
          await expect(done).toContainText('In “Pictures”');
        },
      );
      await table.checked('Upload a file', 'status', 'Uploads › row that is done', () =>
        expect(done).toBeVisible(),
      );
      await table.action(
        'Files › details of a file',
        {
          document: [
            ['/api/file/info', 'file_code'],
            ['/api/file/image', 'file_code'],
            ['/api/file/check', 'file_code'],
          ],
          sibling: [['/api/file/info', 'file_code']],
        },
        async () => {
          await choose(done, 'Show in folder');
          await expect(details.locator('.details-skeleton')).toHaveCount(0);
        },
      );
      const [listed] = (await raw('file/list', { fld_id: pictures.fld_id })).result.files;
      const asked = { file_code: listed.file_code };
      const [info] = (await raw('file/info', asked)).result;
      const inDetails = 'Files › details of a file';
      const known = {
        filecode: [fact(details, 'Code'), text],
        canplay: [fact(details, 'Playable'), yesNo],
      } as const;
      const uploaded = {
        title: [details.getByRole('heading', { level: 2 }), text],
        size: [fact(details, 'Size'), (bytes: unknown) => number(Math.round(Number(bytes) / 1000))],
        length: [fact(details, 'Length'), minutes],
        uploaded: [fact(details, 'Uploaded'), date],
        protected_embed: [link('Protected player'), text],
        protected_dl: [link('Protected download'), text],
      } as const;
      await table.fields('File info', inDetails, info, {
        ...known,
        ...uploaded,
        views: [fact(details, 'Views'), number],
        last_view: [fact(details, 'Last viewed'), says('Never')],
        file_title: uploaded.title,
        file_length: uploaded.length,
        file_created: uploaded.uploaded,
        file_views: [fact(details, 'Views'), number],
        file_last_download: [fact(details, 'Last viewed'), says('Never')],
        file_fld_id: [fact(details, 'Folder'), says('Pictures')],
        file_public: [fact(details, 'Public'), yesNo],
      });
      await table.fields(
        'Upload a file',
        `${inDetails} just uploaded`,
        { ...info, ...listed },
        {
          ...known,
          ...uploaded,
          download_url: [link('Download page'), text],
        },
      );
      const inPictures = `${inDetails}, pictures`;
      for (const name of ['single_img', 'splash_img', 'player_img'])
        await table.checked('File info', name, inPictures, () => showsImage(info[name]));
      for (const name of ['single_img', 'splash_img'])
        await table.checked('Upload a file', name, inPictures, () => showsImage(info[name]));
      if (dialect === 'document') {
        const [image] = (await raw('file/image', asked)).result;
        const [check] = (await raw('file/check', asked)).result;
        await table.fields('File status', inDetails, check, {
          status: [fact(details, 'Status'), text],
          filecode: [fact(details, 'Code'), text],
        });
        await table.fields('File images', inDetails, image, { filecode: [fact(details, 'Code'), text] });
        for (const name of ['single_img', 'thumb_img', 'splash_img'])
          await table.checked('File images', name, inPictures, () => showsImage(image[name]));
        const pictureButton = details.getByRole('button', { name: image.title }).first();
        await table.checked('File images', 'title', inPictures, () => expect(pictureButton).toBeVisible());
      }
      await table.fields('File entry', inDetails, listed, {
        file_code: [fact(details, 'Code'), text],
        download_url: [link('Download page'), text],
        link: [link('Player'), text],
        public: [fact(details, 'Public'), yesNo],
        canplay: [fact(details, 'Playable'), yesNo],
        fld_id: [fact(details, 'Folder'), says('Pictures')],
      });
      const line = row('sample');
      await table.fields('File entry', 'Files › row of a file', listed, {
        title: [line, text],
        length: [line.locator('.file-length'), minutes],
        views: [line.locator('.file-views'), number],
        uploaded: [line.locator('.file-uploaded'), date],
      });
      await table.checked('File entry', 'single_img/thumbnail', 'Files › row of a file', (name) =>
        expect(line.locator('img')).toHaveAttribute('src', new URL(listed[name], service.url).href),
      );
      const count = page.getByRole('treeitem', { name: 'All files' });
      const { result: counts } = await raw('file/list');
      await table.fields('List files', 'Files › number of all files', counts, {
        results_total: [count, text],
        'total_pages/pages': [count, () => text(counts.results_total)],
      });

      // File operations.
      const work = (said: string | RegExp) =>
        page.getByRole('region', { name: 'File operations' }).getByText(said);
      await table.action(
        'Files › Rename (file)',
        {
          document: [['/api/file/rename', 'file_code', 'title']],
          sibling: [['/api/file/edit', 'file_code', 'file_title']],
        },
        async () => {
          await line.focus();
          await page.keyboard.press('F2');
          await type('Harbour');
          await expect(work('1 file renamed.')).toBeVisible();
        },
      );
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
      const isClone = (each: typeof listed) =>
        each.title === 'Harbour' && each.file_code !== listed.file_code;
      const clone = all.find(isClone);
      const [cloneInfo] = (await raw('file/info', { file_code: clone.file_code })).result;
      await go(`files/${clone.fld_id}/${clone.file_code}`);
      await table.fields(
        'Clone file',
        'Files › details of a clone',
        {
          filecode: clone.file_code,
          embed_url: `${service.url}/e/${clone.file_code}`,
          download_url: clone.download_url,
          protected_embed: cloneInfo.protected_embed,
          protected_download: cloneInfo.protected_dl,
        },
        {
          filecode: [fact(details, 'Code'), text],
          embed_url: [link('Player'), text],
          download_url: [link('Download page'), text],
          protected_embed: [link('Protected player'), text],
          protected_download: [link('Protected download'), text],
        },
      );
      await table.action(
        'Files › Search files',
        { document: [['/api/search/videos', 'search_term']], sibling: [['/api/file/list', 'title']] },
        () => page.getByRole('searchbox', { name: 'Search files' }).fill('harbour'),
      );
      await admin.deleteFile(clone.file_code);
      await go(`files/${clone.fld_id}/${clone.file_code}`);
      await page.reload();
      const inGone = 'Files › details of a file that is gone';
      await table.checked('File info', 'status', inGone, () =>
        expect(details.getByRole('alert')).toBeVisible(),
      );
      await table.checked('File images', 'status', inGone, () =>
        expect(details.locator('img')).toHaveCount(0),
      );
      await go(`files/${pictures.fld_id}`);
      await table.action(
        'Files › Move to… (file)',
        {
          document: [['/api/file/move', 'file_code', 'fld_id']],
          sibling: [['/api/file/edit', 'file_code', 'file_fld_id']],
        },
        async () => {
          await choose(row('Harbour'), 'Move to…');
          await dialog.getByRole('treeitem', { name: 'My files' }).click();
          await button('Move here').click();
          await expect(work(/^1 file moved from .* to /)).toBeVisible();
        },
      );
      await table.action('Files › Delete…', { sibling: [['/api/file/delete', 'file_code']] }, async () => {
        const other = all.find(({ title, fld_id }: typeof listed) => fld_id === '0' && title !== 'Harbour');
        await go('files/0');
        await choose(row(other.title), 'Delete…');
        await dialog.getByRole('button', { name: 'Delete 1 file' }).click();
        await expect(work('1 file deleted.')).toBeVisible();
      });

      // Slow enough to last until the end of the test.
      await admin.setSettings({ bytesPerSecond: 200, slots: 1, queueLimit: 1 });
      await go('uploads');
      await page.reload();
      const working = page.locator('[data-state="working"]');
      await table.action(
        'Uploads › Upload links',
        {
          document: [['/api/upload/url', 'url', 'fld_id', 'new_title'], ['/api/urlupload/list']],
          sibling: [['/api/upload/url', 'url', 'fld_id'], ['/api/file/url_uploads']],
        },
        async () => {
          // The reload keeps the folder chosen before.
          await page.getByRole('button', { name: /^Folder: / }).click();
          await page.getByRole('menuitemradio', { name: 'Pictures' }).click();
          await page.getByLabel('Links to upload').fill(`${site.url}/sample.webm?slow`);
          await field('Title (optional)').fill('A slow clip');
          await button('Upload').click();
          await expect(working).toHaveCount(1);
        },
      );
      await table.action(
        'Uploads › Transfer details',
        {
          document: [['/api/urlupload/status', 'file_code']],
          sibling: [['/api/file/url_uploads', 'file_code']],
        },
        () => choose(working, 'Transfer details'),
      );
      const transfersNow = async () => (await raw(paths[dialect].transfers)).result;
      const [transfer] = await transfersNow();
      const downloaded = fact(dialog, 'Downloaded');
      await table.fields('Transfer list', 'Uploads › Transfer details', transfer, {
        status: [fact(dialog, 'Status'), text],
        bytes_downloaded: [downloaded, says(/^[\d.]+ (?:bytes|kB) of /)],
        bytes_total: [downloaded, says(/ of 108 kB$/)],
        progress: [downloaded, says(/^\d+%$/)],
        created: [fact(dialog, 'Started'), date],
        'folder_id/fld_id': [fact(dialog, 'Folder'), says('Pictures')],
        file_code: [fact(dialog, 'File code'), text],
        remote_url: [fact(dialog, 'Source'), text],
      });
      await table.fields(
        'Upload by link',
        'Uploads › Transfer details',
        { filecode: transfer.file_code },
        { filecode: [fact(dialog, 'File code'), text] },
      );
      await button('Close').click();
      await table.checked('Upload by link', 'new_title', 'Uploads › row', () =>
        expect(working).toContainText('A slow clip'),
      );
      await uploadLinks(page, `${site.url}/sample.webm?waits`);
      const waiting = page.locator('[data-state="waiting"]');
      const slotsInUse = () => expect(waiting).toContainText('slots');
      await table.checked('Upload by link', 'total_slots', 'Uploads › why a link waits', slotsInUse);
      await table.checked('Upload by link', 'used_slots', 'Uploads › why a link waits', slotsInUse);
      const card = page
        .getByRole('listitem')
        .filter({ has: page.getByRole('heading', { name: 'demo', exact: true }) });
      await table.action(
        'Account › first opened',
        { document: [['/api/urlupload/slots']], sibling: [['/api/file/url_uploads']] },
        () => go('account'),
      );
      const slots = fact(card, 'Upload slots');
      await table.checked('Slots', 'used_slots', 'Account › Upload slots', () =>
        expect(slots).toHaveText(/^1 of/),
      );
      await table.checked('Slots', 'total_slots', 'Account › Upload slots', () =>
        expect(slots).toHaveText(/ 1 in use$/),
      );
      await table.checked('Transfer list', 'requests_available', 'Account › Upload slots', () =>
        expect(slots).toHaveText('0 free'),
      );
      await go('uploads');
      await table.action(
        'Uploads › Delete transfer…',
        {
          document: [['/api/urlupload/actions', 'delete_code']],
          sibling: [['/api/file/url_actions', 'delete_code']],
        },
        async () => {
          await choose(working.first(), 'Delete transfer…');
          await dialog.getByRole('button', { name: 'Delete transfer' }).click();
        },
      );
      await admin.setSettings({ slots: 2, queueLimit: 10 });
      await uploadLinks(page, `${site.url}/gone.webm`);
      await expect(page.locator('[data-state="failed"]')).toHaveCount(1);
      await table.action(
        'Uploads › Try again',
        {
          document: [['/api/urlupload/actions', 'restart_errors']],
          sibling: [['/api/file/url_actions', 'restart_errors']],
        },
        () => button('Try again (1)').click(),
      );
      // A restarted transfer can't be cleared until it fails again.
      const failedAtService = async () =>
        (await transfersNow()).filter(({ status }: { status: string }) => /^error$/i.test(status)).length;
      await expect.poll(failedAtService).toBe(1);
      // An open menu isn't updated, and a restarted transfer may still run.
      const fromMenu = async (name: string) => {
        const item = page.getByRole('menuitem', { name });
        await expect(async () => {
          await page.keyboard.press('Escape');
          await button('Queue options').click();
          await expect(item).toBeVisible({ timeout: 1_000 });
        }).toPass();
        await item.click();
      };
      await table.action(
        'Uploads › Clear failed',
        {
          document: [['/api/urlupload/actions', 'clear_errors']],
          sibling: [['/api/file/url_actions', 'delete_errors']],
        },
        () => fromMenu('Clear failed'),
      );
      await table.action(
        'Uploads › Clear all',
        {
          document: [['/api/urlupload/actions', 'clear_all']],
          sibling: [['/api/file/url_actions', 'delete_all']],
        },
        async () => {
          // Without a transfer there is nothing to clear.
          await expect(working).toHaveCount(1, { timeout: 60_000 });
          await fromMenu('Clear all');
          await dialog.getByRole('button', { name: 'Clear all' }).click();
        },
      );

      await uploadLinks(page, 'ftp://files.example/film.mkv');
      await table.checked('Envelope', 'msg', 'Uploads › why a link was refused', () =>
        expect(page.locator('[data-state="refused"]')).toContainText('Refused: “Invalid url'),
      );

      // Account, takedowns, reports.
      const accountInfo = await raw('account/info');
      await go('account');
      await page.reload();
      await table.fields('Account info', 'Account › card', accountInfo.result, {
        email: [fact(card, 'Email'), text],
        balance: [fact(card, 'Balance'), (value) => Number(value).toFixed(2)],
        storage_used: [
          fact(card, 'Storage'),
          (bytes) => new RegExp(`${Math.round(Number(bytes) / 1e6)} MB used$`),
        ],
        storage_left: [fact(card, 'Storage'), says(/^10 TB free/)],
        'premim_expire/premium_expire': [fact(card, 'Premium'), date],
      });
      await table.fields('Envelope', 'Account › card', accountInfo, {
        server_time: [fact(card, 'Server time'), date],
      });
      await admin.takeDown(listed.file_code);
      await go('takedowns');
      const reported = page.locator(`tr[data-code="${listed.file_code}"]`);
      await expect(reported).toBeVisible();
      await table.action(
        'Files › Check for new takedowns',
        { document: [['/api/dmca/list', 'page', 'per_page']], sibling: [['/api/file/dmca', 'last']] },
        () => button('Check for new takedowns').click(),
      );
      const [takedown] = (await raw(paths[dialect].takedowns)).result;
      const cell = (at: number) => reported.locator('td').nth(at);
      await table.fields('Takedowns', 'Files › takedowns', takedown, {
        file_code: [reported.locator('.takedown-code'), text],
        fld_id: [cell(1), says('My files')],
        reported_on: [cell(2), date],
        disabled_on: [cell(3), date],
        del_time: [cell(2), date],
        // A day or slightly less.
        del_in_sec: [cell(2), says(/tomorrow|in 23 hr/)],
      });
      for (const [name, item, path] of [
        ['protected_download', 'Open protected download page', `/d/${takedown.protected_download}`],
        ['protected_embed', 'Open protected player', `/e/${takedown.protected_embed}`],
      ] as const) {
        await table.checked('Takedowns', name, `Files › ${item}`, async () => {
          const opened = extension.context.waitForEvent('page');
          await choose(reported, item);
          const tab = await opened;
          await tab.waitForURL(`${service.url}${path}`);
          await tab.close();
        });
      }
      await table.action('Reports › 7 days', [['/api/account/stats', 'last']], () => go('reports'));
      await table.action(
        'Reports › Last month',
        { document: [['/api/account/stats', 'from_date', 'to_date']] },
        () => field('Last month').check(),
      );
      await field('7 days').check();
      const [newest] = (await raw('account/stats', { last: '1' })).result;
      const newestRow = page.getByRole('table').locator('tbody tr').first();
      await table.checked('Reports', 'day', 'Reports › table', () =>
        expect(newestRow.locator('time')).toHaveAttribute('datetime', newest.day),
      );
      await table.fields('Reports', 'Reports › table', newest, {
        views: [newestRow.locator('td').nth(0), number],
        downloads: [newestRow.locator('td').nth(1), number],
        profit_views: [newestRow.locator('td').nth(2), rounded],
        profit_total: [newestRow.locator('td').nth(3), rounded],
      });
      await admin.setFaults([{ endpoint: '/api/account/stats', kind: 'too-many-requests-200' }]);
      await button('Refresh').click();
      await table.checked('Envelope', 'status', 'Reports › why they could not be read', () =>
        expect(page.getByRole('alert')).toContainText(/too many requests/i),
      );
      await admin.clearFaults();

      // The player page.
      async function openBuilder(...tracks: readonly (readonly [name: string, label: string])[]) {
        await go(`embed/${listed.file_code}`);
        for (const [at, [name, label]] of tracks.entries()) {
          await button('Add a track').click();
          await field('Address of the subtitles').nth(at).fill(`${site.url}/${name}`);
          await field('Language or label').nth(at).fill(label);
        }
      }
      const play = () => page.getByRole('button', { name: /^Play/ }).click();
      await table.action(
        'Embed › preview, one track',
        { document: [['/e', 'c_poster', 'c1_file', 'c1_label']] },
        async () => {
          await openBuilder(['sample.en.srt', 'English']);
          await field('Image URL').fill(`${site.url}/poster.jpg`);
          await play();
        },
      );
      await table.action(
        'Embed › preview, several tracks',
        { document: [['/e', 'subtitle_json']] },
        async () => {
          await go('uploads');
          // The builder's player closes only when the user leaves the builder.
          await expect(field('Links to upload')).toBeVisible();
          await openBuilder(
            ['sample.en.srt', 'English'],
            ['sample.de.vtt', 'Deutsch'],
            ['sample.es.vtt', 'Español'],
          );
          await field('On by default').first().check();
          await field('Address of the document').fill(`${site.url}/subtitles.json`);
          await expect(page.getByText('It lists these tracks.')).toBeVisible();
          await play();
        },
      );

      const current = await readFile(documentPath, 'utf8');
      const found = table.markdown(current);
      if (process.env['LINKHAUL_COVERAGE'] === 'write') await writeFile(documentPath, found);
      expect(table.wrong()).toEqual([]);
      expect(found).toBe(await readFile(documentPath, 'utf8'));
    });
  });
}
