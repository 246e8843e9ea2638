/** Links that this browser fetches with the user's session. */
import { createHash } from 'node:crypto';
import type { Page } from '@playwright/test';
import { createAdmin, type RunningService } from '../../../service/src/index.ts';
import { connectedTest, type Extension, expect, until } from '../harness/index.ts';
import { message } from '../harness/messages.ts';
import { rows } from '../harness/own-files.ts';
import { byteAt, type SessionSite, startSessionSite } from '../harness/session-site.ts';

const test = connectedTest.extend<{ members: SessionSite }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads from this pattern which fixtures are needed
  members: async ({}, use) => {
    const members = await startSessionSite();
    await use(members);
    await members.close();
  },
});
test.use({ serviceOptions: { admin: true } });

const hashOf = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');
const contents = (sizeBytes: number) => Uint8Array.from({ length: sizeBytes }, (_, at) => byteAt(at));

async function signIn(page: Page, { pageUrl }: SessionSite): Promise<void> {
  const site = await page.context().newPage();
  await site.goto(pageUrl);
  await site.close();
  await page.bringToFront();
}

const linksOf = ({ url, pageUrl }: SessionSite) => [{ url: `${url}/members/film`, pageUrl }];

async function arrivedHash(service: RunningService, email: string): Promise<string> {
  const [file, ...others] = await createAdmin(service.url).files(email);
  expect(others).toEqual([]);
  const response = await fetch(`${service.url}/file/${file?.fileCode}?download=1`);
  return hashOf(await response.bytes());
}

test('a link for members fails at the service, and arrives whole through the browser', async ({
  extension,
  service,
  account,
  client,
  members,
}) => {
  const { folderId } = await client.folders.create({ name: 'Films' });
  const popup = await extension.open('popup.html');
  await signIn(popup, members);
  const folder = { id: folderId, name: 'Films' };
  await message(popup, 'links.send', { links: linksOf(members), folder });
  await expect(rows(popup, 'failed')).toHaveCount(1, { timeout: 30_000 });
  await rows(popup, 'failed')
    .getByRole('button', { name: /^More for/ })
    .click();
  await popup.getByRole('menuitem', { name: 'Upload through this browser' }).click();
  await expect(rows(popup, 'done')).toHaveCount(1, { timeout: 60_000 });
  await expect(popup.locator('[data-key]')).toHaveCount(1);

  expect(await createAdmin(service.url).files(account.email)).toMatchObject([
    { title: 'Members only', folderId },
  ]);
  await expect
    .poll(() => arrivedHash(service, account.email))
    .toBe(hashOf(contents(members.settings.sizeBytes)));
  const [byService, byBrowser, ...others] = members.requests;
  expect(byService).toMatchObject({ cookie: undefined, referrer: undefined });
  expect(byBrowser).toMatchObject({ referrer: members.pageUrl, range: undefined });
  expect(others).toEqual([]);
  expect(members.requests.filter(({ raw }) => raw.includes(account.key))).toEqual([]);
  const left = () => popup.evaluate(listFetched);
  await until('the fetched file to be removed', async () => (await left()).length === 0);
});

async function listFetched(): Promise<string[]> {
  const folder = await (await navigator.storage.getDirectory()).getDirectoryHandle('fetched', {
    create: true,
  });
  const names: string[] = [];
  for await (const name of (folder as unknown as { keys(): AsyncIterable<string> }).keys()) names.push(name);
  return names;
}

test('a link through the browser says why it can’t be fetched, and is fetched when the user tries again', {
  tag: ['@all', '@chromium'],
}, async ({ extension, service, account, members }) => {
  const popup = await extension.open('popup.html');
  await signIn(popup, members);
  members.settings.claimedBytes = 2 ** 50;
  await message(popup, 'links.send', { links: linksOf(members), via: 'browser' });
  const refused = rows(popup, 'refused');
  await expect(refused.getByText('There isn’t enough free space on this device.')).toBeVisible();
  const id = (await refused.getAttribute('data-key')) ?? '';

  Object.assign(members.settings, { claimedBytes: null, status: 401 });
  await message(popup, 'uploads.retry', { id });
  await expect(refused.getByText(/^127\.0\.0\.1:\d+ denied access to this file\./)).toBeVisible();
  expect(await createAdmin(service.url).files(account.email)).toEqual([]);
  await expect(popup.getByText(/container tabs/)).toHaveCount(0);
  await refused.getByRole('button', { name: /^More/ }).click();
  const opened = popup.context().waitForEvent('page');
  await popup.getByRole('menuitem', { name: `Open ${new URL(members.url).host}` }).click();
  const site = await opened;
  await site.waitForURL(members.pageUrl);
  await site.close();
  await popup.bringToFront();

  members.settings.status = null;
  await message(popup, 'uploads.retry', { id });
  await expect(rows(popup, 'done')).toHaveCount(1, { timeout: 30_000 });
  await expect(popup.locator('[data-key]')).toHaveCount(1);
});

/** Stopped while the file is fetched. */
const endWorker = ({ background }: Extension) => background.kill();
const endSender = ({ background }: Extension) =>
  background.evaluate(() =>
    (
      globalThis as unknown as { chrome: { offscreen: { closeDocument(): Promise<void> } } }
    ).chrome.offscreen.closeDocument(),
  );
async function endBoth(extension: Extension): Promise<void> {
  await endSender(extension);
  await endWorker(extension);
}

// In Firefox, the background itself fetches.
for (const [name, end, tag, doesFetch] of [
  ['the background ends', endWorker, '@all', (browserName: string) => browserName === 'firefox'],
  ['background and document end', endBoth, '@devtools', () => true],
] as const)
  test(`${name} while a link is fetched in parts`, { tag }, async ({
    extension,
    service,
    account,
    members,
    browserName,
  }) => {
    const popup = await extension.open('popup.html');
    await signIn(popup, members);
    const sizeBytes = 3_000_000;
    Object.assign(members.settings, { sizeBytes, stopAtByte: 1_500_000 });
    await message(popup, 'links.send', { links: linksOf(members), via: 'browser' });
    await expect(rows(popup, 'sending').getByText(/^Fetching: 1\.\d+ MB of 3 MB/)).toBeVisible();
    await end(extension);
    members.settings.stopAtByte = null;
    await expect(rows(popup, 'done')).toHaveCount(1, { timeout: 60_000 });
    await expect(popup.locator('[data-key]')).toHaveCount(1);
    await expect.poll(() => arrivedHash(service, account.email)).toBe(hashOf(contents(sizeBytes)));
    const range = expect.stringMatching(/^bytes=1\d{6}-$/);
    expect(members.requests.map((each) => each.range)).toEqual(
      doesFetch(browserName) ? [undefined, range] : [undefined],
    );
  });

test('the site gets its cookies as on its own pages, and a link removed while it is fetched leaves nothing', {
  tag: '@all',
}, async ({ extension, members }) => {
  const popup = await extension.open('popup.html');
  const site = await popup.context().newPage();
  await site.goto(members.pageUrl);
  await site.evaluate(() => fetch('/members/own').then(({ status }) => status));
  await site.close();
  await popup.bringToFront();
  members.settings.stopAtByte = 100_000;
  await message(popup, 'links.send', { links: linksOf(members), via: 'browser' });
  await expect(rows(popup, 'sending').getByText(/^Fetching: /)).toBeVisible();
  const cookies = members.requests.map(({ cookie = '' }) =>
    cookie
      .split('; ')
      .map((each) => each.split('=')[0])
      .sort(),
  );
  // Except partitioned ones.
  expect(cookies).toEqual([
    ['http', 'lax', 'partitioned', 'strict'],
    ['http', 'lax', 'strict'],
  ]);
  await rows(popup, 'sending').getByRole('button', { name: /^More/ }).click();
  await popup.getByRole('menuitem', { name: 'Remove from queue' }).click();
  await expect(popup.locator('[data-key]')).toHaveCount(0);
  // A worker may still have the file open. The next background removes it.
  await extension.background.kill();
  await extension.background.wake();
  const left = () => popup.evaluate(listFetched);
  await until('the fetched file to be removed', async () => (await left()).length === 0);
});
