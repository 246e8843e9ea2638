/** Links and files that are dropped or pasted into a folder, and its menu. */
import type { Locator } from '@playwright/test';
import { expect, findRequests, page, press, show, test } from '../harness/gallery.ts';

const links = Array.from({ length: 20 }, (_, at) => `https://a.example/${at}.iso`);
const sent = async () =>
  (await findRequests('links.send')).map((request) => {
    const { folder, links: drafts } = request as { folder?: { id: string }; links: { url: string }[] };
    return { folder: folder?.id, urls: drafts.map(({ url }) => url) };
  });

type Data = Readonly<Record<string, string>>;

/** As from another page. */
async function drop(target: Locator, data: Data): Promise<void> {
  await target.evaluate((element, given) => {
    const dataTransfer = new DataTransfer();
    for (const [type, text] of Object.entries(given)) dataTransfer.setData(type, text);
    const fire = (type: string) =>
      element.dispatchEvent(new DragEvent(type, { bubbles: true, cancelable: true, dataTransfer }));
    fire('dragenter');
    // A cancelled event means that dropping is allowed.
    if (!fire('dragover')) fire('drop');
  }, data);
}

const paste = (data: Data) =>
  page.evaluate((given) => {
    const clipboardData = new DataTransfer();
    for (const [type, text] of Object.entries(given)) clipboardData.setData(type, text);
    const event = new ClipboardEvent('paste', { bubbles: true, cancelable: true, clipboardData });
    (document.activeElement ?? document.body).dispatchEvent(event);
  }, data);

const row = (name: string) => page.getByRole('row', { name }).first();
/** The first may be a pin at the top. */
const line = (name: string) => page.getByRole('treeitem', { name }).last();
const openTab = () => page.getByRole('tab', { name: 'Files' }).click();

const targets: readonly (readonly [string, string, () => Locator, string | undefined])[] = [
  ['a folder in the list', 'manager-files', () => row('Trailers'), '21'],
  ['a tile', 'manager-files-grid-root', () => page.getByRole('gridcell', { name: 'Trailers' }), '21'],
  ['a folder in the tree', 'manager-files', () => line('Lectures'), '12'],
  ['a step of the path', 'manager-files', () => page.getByRole('link', { name: 'My files' }), '0'],
  ['a file in the folder that is shown', 'manager-files', () => row('0001'), '11'],
  ['the head of the page', 'manager-files', () => page.locator('.manager-head'), '11'],
  ['all files', 'manager-files-all', () => row('0001'), undefined],
  ['an empty folder', 'manager-files-folder-empty', () => page.locator('.empty-list'), '32'],
  ['the uploads of the manager', 'manager-busy', () => page.locator('.upload').first(), undefined],
  ['the activity', 'manager-activity', () => page.getByRole('main'), undefined],
  ['the popup', 'popup-busy', () => page.locator('.upload').first(), undefined],
];

for (const [name, scene, target, folder] of targets)
  test(`links dropped on ${name} go there, in order`, async () => {
    await show(scene);
    await expect(target()).toBeVisible();
    await expect(async () => {
      await drop(target(), { 'text/plain': links.join('\n') });
      expect(await sent()).not.toEqual([]);
    }).toPass();
    expect((await sent())[0]).toEqual({ folder, urls: links });
    await expect(page.getByText(/^20 links are queued for/).first()).toBeVisible();
    await expect(page.locator('.drop-here, .drop-area')).toHaveCount(0);
  });

const forms: readonly (readonly [string, Data, readonly string[]])[] = [
  [
    'a link of a page',
    { 'text/uri-list': 'https://a.example/x.mp4', 'text/plain': 'https://a.example/x.mp4' },
    ['https://a.example/x.mp4'],
  ],
  [
    'a list of addresses with comments',
    { 'text/uri-list': '# two\r\nhttps://a.example/1.mp4\r\nhttps://a.example/2.mp4\r\n' },
    ['https://a.example/1.mp4', 'https://a.example/2.mp4'],
  ],
  [
    'a selection whose text has no addresses',
    {
      'text/html':
        '<p>See <a href="https://a.example/1.mp4">one</a> and <a href="https://a.example/2.mp4">two</a></p>',
      'text/plain': 'See one and two',
    },
    ['https://a.example/1.mp4', 'https://a.example/2.mp4'],
  ],
  ['a sentence', { 'text/plain': '见 https://x.example/a.mp4，谢谢' }, ['https://x.example/a.mp4']],
];

for (const [name, data, urls] of forms)
  test(`reads ${name}, dropped and pasted`, async () => {
    await show('manager-files');
    await drop(row('0001'), data);
    await expect.poll(sent).toEqual([{ folder: '11', urls }]);
    await row('0001').focus();
    await paste(data);
    await expect.poll(sent).toEqual([
      { folder: '11', urls },
      { folder: '11', urls },
    ]);
  });

test('pasted links go into the folder shown, or focused in the tree, but not from a field or dialog', async () => {
  const [url = ''] = links;
  await show('manager-files');
  await page.getByRole('searchbox', { name: 'Search files' }).focus();
  await paste({ 'text/plain': url });
  await page.getByRole('button', { name: 'More', exact: true }).click();
  await page.getByRole('menuitem', { name: 'New folder', exact: true }).click();
  await page
    .locator('dialog h2')
    .evaluate((element) => (element as HTMLElement).setAttribute('tabindex', '-1'));
  await page.locator('dialog h2').focus();
  await paste({ 'text/plain': url });
  await press('Escape');
  await line('Lectures').focus();
  await paste({ 'text/plain': url });
  await expect.poll(sent).toEqual([{ folder: '12', urls: [url] }]);
  await page.evaluate(() => (document.activeElement as HTMLElement).blur());
  await paste({ 'text/plain': url });
  await expect.poll(async () => (await sent())[1]).toEqual({ folder: '11', urls: [url] });
});

test('copied links of files in the account are offered as clones', async () => {
  await show('manager-files');
  await row('0001').focus();
  await paste({ 'text/plain': 'https://share.example/d/code10\nhttps://files.example/e/code15' });
  const dialog = page.getByRole('dialog', { name: 'Clone files' });
  await expect(dialog.getByText('2 files found')).toBeVisible();
  await dialog.getByRole('button', { name: /^Clone 2 files/ }).click();
  await expect
    .poll(() => findRequests('bulk.start'))
    .toMatchObject([{ work: { kind: 'clone', fileCodes: ['code10', 'code15'], folder: { id: '11' } } }]);
  await expect(dialog).toHaveCount(0);
  await paste({ 'text/plain': 'https://share.example/d/unknown' });
  await expect.poll(sent).toHaveLength(1);
});

test('text without links is reported, and Undo or its key takes back sent links', async () => {
  await show('manager-files');
  await row('0001').focus();
  await paste({ 'text/plain': 'no link' });
  await expect(page.getByText('This isn’t a link: “no link”')).toBeVisible();
  await paste({ 'text/plain': links[0] ?? '' });
  await expect(page.getByText('1 link is queued for “Movies”.')).toBeVisible();
  await press('ControlOrMeta+z');
  await expect(page.getByText('Removed from the queue for “Movies”')).toBeVisible();
  await expect.poll(() => findRequests('changes.undo')).toEqual([{ ids: links.slice(0, 1) }]);
});

test('links of this page, and drags onto a field, are ignored', async () => {
  await show('manager-files');
  await page.getByRole('link', { name: 'Activity' }).dragTo(row('0001'));
  await drop(page.getByRole('searchbox', { name: 'Search files' }), { 'text/plain': links[0] ?? '' });
  await expect(page.locator('.drop-area')).toHaveCount(0);
  expect(await sent()).toEqual([]);
});

for (const [name, element, folder, id] of [
  ['in the list', () => row('Trailers'), 'Trailers', '21'],
  ['in the tree', () => line('Lectures'), 'Lectures', '12'],
] as const)
  test(`a folder’s menu ${name} uploads links into it`, async () => {
    await show('manager-files');
    await element().click({ button: 'right' });
    await page.getByRole('menuitem', { name: 'Upload links here…' }).click();
    const dialog = page.getByRole('dialog', { name: `Upload to “${folder}”` });
    await dialog.getByLabel('Links to upload').fill(links.join('\n'));
    await dialog.getByRole('button', { name: 'Upload', exact: true }).click();
    await expect(dialog).toHaveCount(0);
    expect(await sent()).toEqual([{ folder: id, urls: links }]);
    await expect(page.getByText(`20 links are queued for “${folder}”.`)).toBeVisible();
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect.poll(() => findRequests('changes.undo')).toEqual([{ ids: links }]);
  });

test('a folder’s menu in the popup chooses files in the manager', async () => {
  await show('popup-account');
  await openTab();
  await row('My files').click();
  await row('Movies').click({ button: 'right' });
  await page.getByRole('menuitem', { name: 'Upload files here…' }).click();
  await expect.poll(() => findRequests('manager')).toEqual(['uploads/choose/id%3D11%26name%3DMovies']);
});

/** @returns whether dropping is allowed */
function dropFile(target: Locator): Promise<boolean> {
  return target.evaluate((element) => {
    const dataTransfer = new DataTransfer();
    dataTransfer.items.add(new File(['text'], 'notes.txt'));
    const fire = (type: string) =>
      element.dispatchEvent(new DragEvent(type, { bubbles: true, cancelable: true, dataTransfer }));
    const isTaken = !fire('dragover');
    if (isTaken) fire('drop');
    return isTaken;
  });
}

test('a picture of this page, which browsers also offer as a file, is ignored', async () => {
  await show('manager-files');
  await page.locator('.manager-head').dispatchEvent('dragstart');
  expect(await dropFile(row('Trailers'))).toBe(false);
  await page.locator('.manager-head').dispatchEvent('dragend');
  expect(await dropFile(row('Trailers'))).toBe(true);
});

for (const [name, target, folder] of [
  ['a folder in the list', () => row('Trailers'), 'Trailers'],
  ['a folder in the tree', () => line('Lectures'), 'Lectures'],
  ['a step of the path', () => page.getByRole('link', { name: 'My files' }), 'My files'],
  ['anything else', () => row('0001'), 'Movies'],
] as const)
  test(`own files dropped on ${name} go there`, async () => {
    await show('manager-files');
    await dropFile(target());
    await expect(page.getByText(`1 file will be uploaded to “${folder}”.`)).toBeVisible();
  });

test('own files dropped on the popup go to the manager', async () => {
  await show('popup-account');
  await openTab();
  await row('My files').click();
  await dropFile(row('Movies'));
  await expect
    .poll(() => findRequests('manager'))
    .toEqual([expect.stringMatching(/^uploads\/[\da-f-]{36}$/)]);
});

for (const [scene, hint] of [
  ['popup-busy', /^Upload to “[^”]+”$/],
  ['popup-private', /^Upload to “[^”]+” in a regular window\. The file’s name is saved on this device\.$/],
] as const)
  test(`shows where a file goes before it is dropped on ${scene}`, async () => {
    await show(scene);
    const upload = page.locator('.upload').first();
    await expect(upload).toBeVisible();
    await expect(async () => {
      const isTaken = await upload.evaluate((element) => {
        const dataTransfer = new DataTransfer();
        dataTransfer.items.add(new File(['x'], 'a.mp4'));
        const fire = (type: string) =>
          element.dispatchEvent(new DragEvent(type, { bubbles: true, cancelable: true, dataTransfer }));
        fire('dragenter');
        return !fire('dragover');
      });
      expect(isTaken).toBe(true);
    }).toPass();
    await expect(page.locator('.drop-area')).toHaveText(hint);
  });
