import { expect, connectedTest as test } from '../harness/index.ts';
import { openFromMenu } from '../harness/menu.ts';

test.use({ serviceOptions: { rateLimit: false } });

test('a folder that isn’t found is created where it was searched for, selected and visible', async ({
  extension,
  site,
  client,
}) => {
  const names = Array.from({ length: 60 }, (_, at) => `Folder ${at}`);
  for (const name of names) await client.folders.create({ name });
  const click = { linkUrl: `${site.url}/sample.webm`, pageUrl: site.url };
  const picker = await openFromMenu(extension, ['choose'], click);
  await expect(picker.getByRole('treeitem', { name: 'Folder 0' })).toBeVisible();
  await picker.getByPlaceholder('Filter folders').fill('Zebra');
  await picker.getByRole('button', { name: 'Create “Zebra” here' }).click();
  const zebra = picker.getByRole('treeitem', { name: 'Zebra' });
  await expect(zebra).toHaveAttribute('aria-selected', 'true');
  await expect(zebra).toBeInViewport({ ratio: 1 });
  await picker.getByRole('button', { name: 'Upload here' }).click();
  await expect
    .poll(async () => {
      const { folders } = await client.folders.list('0', { onlyFolders: true });
      const made = folders.filter(({ name }) => name === 'Zebra');
      const { files } = await client.files.list({ folderId: made[0]?.folderId ?? '0' });
      return [made.length, files.length];
    })
    .toEqual([1, 1]);
});

test('a folder created by the form is visible, too', { tag: '@all' }, async ({ extension, site, client }) => {
  for (let at = 0; at < 60; at += 1) await client.folders.create({ name: `Folder ${at}` });
  const click = { linkUrl: `${site.url}/sample.webm`, pageUrl: site.url };
  const picker = await openFromMenu(extension, ['choose'], click);
  await expect(picker.getByRole('treeitem', { name: 'Folder 0' })).toBeVisible();
  await picker.getByRole('button', { name: 'New folder' }).click();
  await picker.getByLabel('New folder in').fill('Zebra');
  await picker.keyboard.press('Enter');
  const zebra = picker.getByRole('treeitem', { name: 'Zebra' });
  await expect(zebra).toHaveAttribute('aria-selected', 'true');
  await expect(zebra).toBeInViewport({ ratio: 1 });
});
