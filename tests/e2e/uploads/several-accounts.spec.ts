import { createClient } from '../../../lib/api/index.ts';
import { expect, test } from '../harness/index.ts';
import { openFromMenu, untilMenu } from '../harness/menu.ts';
import { message } from '../harness/messages.ts';

test.use({ headed: true, serviceOptions: { bytesPerSecond: 0, rateLimit: false } });

test('a link goes to another account without switching, to both at once, or is copied there', {
  tag: '@all',
}, async ({ extension, native, service, site, account, client }) => {
  const { key } = service.createAccount({ email: 'second@linkhaul.example' });
  const second = createClient({ baseUrl: service.url, key });
  const titlesOf = async ({ files }: Pick<typeof client, 'files'>) =>
    (await files.list()).files.map(({ title }) => title).sort();
  await second.folders.create({ name: 'Videos' });
  await extension.connect(service.url, key);
  await extension.connect(service.url, account.key);

  await test.step('by its submenu in the real menu', async () => {
    await untilMenu(extension);
    const page = await extension.context.newPage();
    await page.goto(site.url);
    await native.chooseFromMenu(page.getByRole('link', { name: 'The sample clip' }), 'u', 's', 'm');
    await expect.poll(() => titlesOf(second)).toEqual(['The sample clip']);
    expect(await titlesOf(client)).toEqual([]);
  });

  const click = { linkUrl: `${site.url}/sample.webm?both`, linkText: 'Both', pageUrl: site.url };
  await test.step('both in the picker, with an Undo for each', async () => {
    await message(extension.firstPage, 'uploads.pause', {});
    const picker = await openFromMenu(extension, ['choose'], click);
    await picker.getByRole('checkbox', { name: 'second' }).click();
    await picker.getByRole('treeitem', { name: 'Videos' }).click();
    await picker.getByRole('button', { name: 'Upload here' }).click();
    await expect(picker.getByRole('button', { name: 'Undo' })).toHaveCount(2);
    await picker.getByRole('button', { name: 'Undo' }).first().click();
    await expect(picker.getByText('Removed from the queue for “Videos”')).toBeVisible();
    await message(extension.firstPage, 'uploads.resume', {});
    await expect.poll(() => titlesOf(client)).toEqual(['Both']);
    await expect.poll(() => titlesOf(second)).toEqual(['The sample clip']);
  });

  await test.step('by a copy of what has arrived', async () => {
    const popup = await extension.open('popup.html');
    const row = popup.locator('[data-state="done"]');
    await row.getByRole('button', { name: /^More for/ }).click();
    await popup.getByRole('menuitem', { name: 'Copy to second…' }).click();
    await popup.getByRole('dialog').getByRole('treeitem', { name: 'Videos' }).click();
    await popup.getByRole('button', { name: 'Use this folder' }).click();
    await expect(popup.getByText(/^Copying “Both” to second/)).toBeVisible();
    await expect.poll(() => titlesOf(second)).toEqual(['Both', 'The sample clip']);
  });
});
