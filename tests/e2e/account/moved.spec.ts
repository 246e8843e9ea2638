/** The account's service moves to another port. The queue, rules, pins and links follow. */
import type { Page } from '@playwright/test';
import { createClient } from '../../../lib/api/index.ts';
import { type RunningService, startService } from '../../../service/src/index.ts';
import { startSite } from '../../widget/site.ts';
import { expect, test } from '../harness/index.ts';
import { message } from '../harness/messages.ts';
import { link, player, script } from '../widget/fixtures.ts';

/** With the same data. */
async function startAgain(dataDir: string, before: RunningService, account: { email: string; key: string }) {
  await before.close();
  return startService({ dataDir, rateLimit: false, accounts: [account] });
}

/** The last text that a page copied. */
const copied = (page: Page) =>
  page.evaluate(() => (globalThis as unknown as { copied: readonly string[] }).copied.at(-1) ?? '');
const recordCopies = (page: Page) =>
  page.addInitScript(() => {
    const copied: string[] = [];
    Object.assign(globalThis, { copied });
    Object.assign(navigator.clipboard, { writeText: async (text: string) => void copied.push(text) });
  });

test('queue, rules, pins and links follow a service to its new address', { tag: '@all' }, async ({
  extension,
  account,
  site,
  dir,
}) => {
  let service = await startService({ dataDir: dir, rateLimit: false, accounts: [account] });
  const { url: oldUrl } = service;
  await extension.connect(oldUrl, account.key);
  const page = await extension.open('manager.html#uploads');
  const { account: connected } = await message(page, 'accounts.connect', {
    address: oldUrl,
    key: account.key,
  });
  const accountId = connected.id;
  const films = await message(page, 'folders.create', { name: 'Films', parentId: '0' });
  await message(page, 'folders.pin', { accountId, folder: films, pinned: true });
  const host = new URL(site.url).hostname;
  await message(page, 'rules.save', { accountId, host, kind: null, titlePattern: null, folder: films });
  await message(page, 'links.send', { links: [{ url: `${site.url}/sample.webm?first` }] });
  await expect(page.locator('[data-key][data-state="done"]')).toHaveCount(1);
  await message(page, 'uploads.pause', {});
  await message(page, 'links.send', { links: [{ url: `${site.url}/sample.webm?queued` }] });

  service = await startAgain(dir, service, account);
  expect(service.url).not.toBe(oldUrl);
  await page.goto(extension.url('manager.html#account'));
  const change = page.getByRole('button', { name: 'Change address: demo' });
  await change.click();
  const address = page.getByLabel('Service address');
  await expect(address).toHaveValue(oldUrl);
  const save = page.getByRole('button', { name: 'Save' });
  for (const [typed, sentence] of [
    ['http://127.0.0.1:1', /isn’t responding/],
    [site.url, /isn’t a supported file host/],
  ] as const) {
    await address.fill(typed);
    await save.click();
    await expect(address).toHaveAccessibleDescription(sentence);
    await expect(address).toBeFocused();
  }
  await address.fill(service.url);
  await save.click();
  await expect(page.getByText('Address changed.')).toBeVisible();
  await expect(change).toBeFocused();
  await expect(page.getByRole('listitem').filter({ hasText: service.url })).toBeVisible();

  await message(page, 'uploads.resume', {});
  await recordCopies(page);
  await page.goto(extension.url('manager.html#uploads'));
  await page.reload();
  await expect(page.locator('[data-key][data-state="done"]')).toHaveCount(2);
  await page.locator('[data-key]').first().getByRole('button', { name: 'Copy player link' }).click();
  await expect.poll(() => copied(page)).toContain(`${service.url}/e/`);
  await page.goto(extension.url(`manager.html#files/${films.id}`));
  await expect(page.locator('[data-kind="file"]')).toHaveCount(2);
  await page.locator('[data-kind="file"] img').first().waitFor();
  const images = page.locator('[data-kind="file"] img');
  for (const image of await images.all())
    await expect(image).toHaveAttribute('src', new RegExp(`^${service.url}/`));

  await test.step('three embeds from before load from the new host by two lines of their website', async () => {
    const website = await startSite();
    const visitor = await extension.context.newPage();
    const { files } = await createClient({ baseUrl: service.url, key: account.key }).files.list();
    const fileCode = files[0]?.fileCode ?? '';
    const old = { baseUrl: oldUrl, fileCode };
    const embeds = [
      player(link(old)),
      player('', `base-url="${oldUrl}" file-code="${fileCode}"`),
      player(`<a href="${oldUrl}/d/${fileCode}">A download page</a>`),
    ].join('');
    await page.goto(extension.url('manager.html#embed'));
    await page.getByRole('button', { name: 'Copy: For the head' }).click();
    await expect.poll(() => copied(page)).toContain('linkhaul-replaces');
    const lines = await copied(page);
    for (const [head, host] of [
      ['', oldUrl],
      [lines, service.url],
    ] as const) {
      await visitor.goto(website.page(script + head + embeds));
      await visitor.locator('linkhaul-player').evaluateAll((all) => {
        for (const each of all) (each as HTMLElement & { activate(): void }).activate();
      });
      const frames = () =>
        visitor
          .locator('linkhaul-player iframe')
          .evaluateAll((all) => all.map((each) => (each as HTMLIFrameElement).src));
      await expect.poll(frames).toEqual(Array(3).fill(expect.stringContaining(`${host}/e/${fileCode}`)));
    }
    for (const frame of visitor.frames().slice(1)) await expect(frame.locator('video')).toHaveCount(1);
    await visitor.close();
    await website.close();
  });

  await page.goto(extension.url('manager.html#account'));
  await change.click();
  await page.getByLabel('Public address').fill('watch.example');
  await save.click();
  await expect(page.getByText('Links and players: https://watch.example')).toBeVisible();
  await page.goto(extension.url(`manager.html#files/${films.id}`));
  await page.locator('[data-kind="file"]').first().click({ button: 'right' });
  await page.getByRole('menuitem', { name: /^Copy link(?!s)/ }).click();
  await expect.poll(() => copied(page)).toMatch(/^https:\/\/watch\.example\/[de]\//);
  await service.close();
});
