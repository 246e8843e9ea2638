/** The user's own files: chosen, dropped, pasted, and confirmed by evidence. */
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { createAdmin } from '../../../service/src/index.ts';
import { connectedTest as base, expect } from '../harness/index.ts';
import { chooseFiles, dropFiles, rows, senderHeapBytes, sparseFile } from '../harness/own-files.ts';

const test = base.extend<{ manager: Page }>({
  manager: async ({ extension }, use) => {
    const manager = await extension.open('manager.html');
    // Files dropped before the view has loaded land on an empty page.
    await expect(manager.getByRole('button', { name: 'Choose files…' })).toBeVisible();
    await use(manager);
  },
});
test.use({ serviceOptions: { admin: true } });

test('chosen files are uploaded, each once', async ({ manager, extension, service, dir }) => {
  const admin = createAdmin(service.url);
  const names = ['Übung (1).webm', 'क ख.txt', 'plain.bin'];
  const paths = await Promise.all(names.map((name, at) => sparseFile(dir, name, 1_000 + at)));
  await chooseFiles(manager, paths);
  await expect(manager.getByText('3 files will be uploaded to “My files”.')).toBeVisible();
  await expect(rows(manager, 'done')).toHaveCount(3);
  const posts = (await admin.audit()).filter(({ endpoint, effect }) => endpoint === '/upload' && effect);
  expect(posts).toHaveLength(3);

  await chooseFiles(manager, paths[0] ?? '');
  await expect(manager.getByText('in your account: “Übung (1).webm”.')).toBeVisible();

  await manager.goto(extension.url('manager.html#files'));
  await expect(manager.getByText('plain', { exact: true }).first()).toBeVisible();
  await manager.goto(extension.url('manager.html'));
  await chooseFiles(manager, await sparseFile(dir, 'plain.mp4', 1_000));
  await expect(
    manager.getByText('A file with this name is already in its folder: “plain.mp4”.'),
  ).toBeVisible();
  await manager.getByRole('button', { name: 'Upload anyway' }).click();
  await expect(rows(manager, 'done')).toHaveCount(4);
});

test('300 MB are sent without being held in memory', { tag: ['@all', '@devtools'] }, async ({
  manager,
  dir,
}) => {
  await chooseFiles(manager, await sparseFile(dir, 'large.bin', 300_000_000));
  await expect(rows(manager, 'sending')).toHaveCount(1);
  await expect(rows(manager, 'done')).toHaveCount(1, { timeout: 45_000 });
  const devtools = await manager.context().newCDPSession(manager);
  const { usedSize } = await devtools.send('Runtime.getHeapUsage');
  expect(usedSize).toBeLessThan(50_000_000);
  expect(await senderHeapBytes(manager)).toBeLessThan(50_000_000);
});

test('an interrupted connection is retried', { tag: '@all' }, async ({ manager, service, account, dir }) => {
  const admin = createAdmin(service.url);
  // The rest is more than systems buffer for a connection that nobody reads (32 MB and 4 MB), so the page knows that it wasn't sent.
  const sizeBytes = 50_000_000;
  await admin.setFaults([
    { endpoint: '/upload', kind: 'cut-request', bytes: 10_000_000, abrupt: true, times: 1 },
  ]);
  await chooseFiles(manager, await sparseFile(dir, 'cut.bin', sizeBytes));
  await expect(rows(manager, 'done')).toHaveCount(1, { timeout: 60_000 });
  expect((await admin.faults())[0]).toMatchObject({ applied: 1 });
  expect(await admin.files(account.email)).toHaveLength(1);
});

test('responses without a code are resolved by evidence, separately for equal names in two accounts', {
  tag: ['@all', '@chromium'],
}, async ({ manager, extension, service, account, dir }) => {
  const other = service.createAccount({ email: 'other@linkhaul.example' });
  const admin = createAdmin(service.url);
  await admin.setFaults([
    { endpoint: '/upload', kind: 'html', effect: true, times: 1 },
    { endpoint: '/upload', kind: 'status', httpStatus: 200, body: 'Thank you', effect: true, times: 1 },
  ]);
  const path = await sparseFile(dir, 'same.name.bin', 5_000);
  await chooseFiles(manager, path);
  await expect(rows(manager, 'uncertain')).toHaveCount(1);
  await extension.connect(service.url, other.key);
  await expect(rows(manager, 'uncertain')).toHaveCount(0);
  await chooseFiles(manager, path);
  await expect(rows(manager, 'uncertain')).toHaveCount(1);
  await expect(rows(manager, 'done')).toHaveCount(1, { timeout: 40_000 });
  for (const { email } of [account, other])
    expect((await admin.files(email)).map(({ title }) => title)).toEqual(['same name']);
  const accounts = await admin.audit();
  const taken = accounts.filter(({ endpoint, effect }) => endpoint === '/upload' && effect);
  expect(taken).toHaveLength(2);
  await manager.goto(extension.url('manager.html#activity'));
  // The service assigned this title.
  await expect(manager.getByText('same name', { exact: true })).toHaveCount(2);
});

test('a refusal inside a success is verified and shown in the service’s words', {
  tag: ['@all', '@chromium'],
}, async ({ manager, service, dir }) => {
  const admin = createAdmin(service.url);
  const form = (code: string) =>
    `<form><textarea name="fn">${code}</textarea><textarea name="st">Not video file format</textarea></form>`;
  const answer = { endpoint: '/upload', kind: 'status', httpStatus: 200, times: 1 } as const;
  await admin.setFaults([{ ...answer, body: form('k3v9x2m7q4ab'), effect: false }]);
  await chooseFiles(manager, await sparseFile(dir, 'gone.bin', 1_000));
  await expect(rows(manager, 'refused')).toContainText('Refused: “Not video file format”');

  await admin.setFaults([{ ...answer, body: form('undef'), effect: true }]);
  await chooseFiles(manager, await sparseFile(dir, 'kept.bin', 1_000));
  await expect(rows(manager, 'done')).toContainText('kept', { timeout: 40_000 });

  const body = JSON.stringify({
    msg: 'OK',
    status: 200,
    result: `${service.url}/upload/1`,
    sess_id: 'q1w2e3',
  });
  await admin.setFaults([{ ...answer, endpoint: '/api/upload/server', body, effect: false }]);
  await chooseFiles(manager, await sparseFile(dir, 'private.bin', 1_000));
  await expect(rows(manager, 'refused').getByText('the file could become public')).toBeVisible();
  const posts = (await admin.audit()).filter(({ endpoint }) => endpoint === '/upload');
  expect(posts).toHaveLength(2);
});

test('a full account is reported, and nothing is resent automatically', {
  tag: ['@all', '@chromium'],
}, async ({ manager, service, dir }) => {
  service.settings.quotaBytes = 10_000;
  await chooseFiles(manager, await sparseFile(dir, 'too-large.bin', 20_000));
  await expect(manager.getByText('These files need 20 kB, but only 10 kB is free.')).toBeVisible();
  await manager.getByRole('button', { name: 'Upload anyway' }).click();
  await expect(rows(manager, 'refused')).toContainText('Not enough storage left');
});

test('every readable dropped file is uploaded, and the others are named', {
  tag: ['@all', '@chromium'],
}, async ({ manager, dir }) => {
  const [first = '', second = ''] = await Promise.all(
    ['first.bin', 'second.bin'].map((name, at) => sparseFile(dir, name, 1_000 + at)),
  );
  await dropFiles(manager, first, join(dir, 'gone.bin'), second);
  await expect(manager.getByText('gone.bin')).toBeVisible();
  await expect(rows(manager, 'done')).toHaveCount(2);
});

test('a dropped folder is created with its contents', { tag: ['@all', '@chromium'] }, async ({ manager }) => {
  await manager.evaluate(() => {
    const file = (name: string) => ({
      isFile: true,
      name,
      file: (done: (file: File) => void) => done(new File(['x'], name)),
    });
    const directory = (name: string, children: readonly object[]) => {
      const parts = [children, []];
      return {
        isFile: false,
        name,
        createReader: () => ({
          readEntries: (done: (entries: readonly object[]) => void) => done(parts.shift() ?? []),
        }),
      };
    };
    // Scripts can't create file system entries, so these objects have their form.
    const tree = directory('Season 1', [file('one.txt'), directory('Extras', [file('two.txt')])]);
    const event = new DragEvent('drop', { bubbles: true, cancelable: true });
    Object.defineProperty(event, 'dataTransfer', {
      value: { types: ['Files'], items: [{ webkitGetAsEntry: () => tree }] },
    });
    document.dispatchEvent(event);
  });
  await expect(manager.getByText('2 files will be uploaded to “Season 1”, “Extras”.')).toBeVisible();
  await expect(rows(manager, 'done')).toHaveCount(2);
  await expect(manager.getByText(/In “Season 1” ·/)).toBeVisible();
  await expect(manager.getByText(/In “Extras” ·/)).toBeVisible();

  await manager.evaluate(() => {
    const empty = {
      isFile: false,
      name: 'Empty',
      createReader: () => ({ readEntries: (done: (none: []) => void) => done([]) }),
    };
    const drop = new DragEvent('drop', { bubbles: true, cancelable: true });
    Object.defineProperty(drop, 'dataTransfer', {
      value: { types: ['Files'], items: [{ webkitGetAsEntry: () => empty }] },
    });
    document.dispatchEvent(drop);
  });
  await expect(manager.getByText('There are no files in what you dropped.')).toBeVisible();
});

test('a pasted picture is uploaded, but not the picture of pasted text', {
  tag: ['@all', '@clipboard'],
}, async ({ manager }) => {
  const paste = (name: string, text: string | null) =>
    manager.evaluate(
      ([fileName, beside]) => {
        const clipboardData = new DataTransfer();
        if (beside !== null) clipboardData.setData('text/plain', beside);
        clipboardData.items.add(new File(['x'], fileName, { lastModified: 1 }));
        document.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true }));
      },
      [name, text] as const,
    );
  await paste('of-text.png', 'https://downloads.example/a');
  await paste('picture.png', null);
  await expect(rows(manager, 'done')).toHaveCount(1);
  await expect(rows(manager, 'done')).toContainText('picture');
});

test('the popup opens the manager, where files are dropped into the current folder', {
  tag: ['@all', '@devtools'],
}, async ({ extension, client, dir }) => {
  const { folders } = client;
  const { folderId } = await folders.create({ name: 'Dropped here' });
  const popup = await extension.open('popup.html');
  const opened = extension.context.waitForEvent('page');
  await popup.getByRole('button', { name: 'Files…' }).click();
  const manager = await opened;
  await expect(manager).toHaveURL(extension.url('manager.html#uploads'));
  await expect(manager.getByRole('button', { name: 'Choose files…' })).toBeFocused();
  await manager.goto(extension.url(`manager.html#files/${folderId}`));
  await expect(manager.getByRole('treeitem', { name: 'Dropped here' })).toBeVisible();
  await dropFiles(manager, await sparseFile(dir, 'dropped.bin', 1_000));
  await expect(manager.getByText('1 file will be uploaded to “Dropped here”.')).toBeVisible();
  await expect(manager.getByRole('row', { name: 'dropped' })).toBeVisible();
});

test('files dropped on the side panel open a new manager', { tag: ['@all', '@chromium'] }, async ({
  extension,
  client,
}) => {
  const panel = await extension.open('sidepanel.html');
  await expect(panel.getByLabel('Links to upload')).toBeVisible();
  const opened = extension.context.waitForEvent('page');
  await panel.evaluate(async () => {
    const items = [{ webkitGetAsEntry: () => null, getAsFile: () => new File(['dropped'], 'dropped.txt') }];
    const fire = (type: string) => {
      const event = new DragEvent(type, { bubbles: true, cancelable: true });
      Object.defineProperty(event, 'dataTransfer', {
        value: { types: ['Files'], items, effectAllowed: 'all' },
      });
      return (document.querySelector('.popup-views') ?? document).dispatchEvent(event);
    };
    fire('dragenter');
    // Until dropping is allowed.
    while (fire('dragover')) await new Promise(requestAnimationFrame);
    fire('drop');
  });
  const manager = await opened;
  await expect(rows(manager, 'done')).toHaveCount(1);
  await expect(manager).toHaveURL(extension.url('manager.html#uploads'));
  const { files } = await client.files.list({});
  expect(files.map(({ title }) => title)).toEqual(['dropped']);
});
