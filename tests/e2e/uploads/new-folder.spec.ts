import { expect, connectedTest as test } from '../harness/index.ts';
import { openFromMenu } from '../harness/menu.ts';

test.use({ serviceOptions: { rateLimit: false } });

test('a new folder is created where it was searched for, or by the form, selected and visible', {
  tag: '@all',
}, async ({ extension, site, client }) => {
  const names = Array.from({ length: 25 }, (_, at) => `Folder ${at}`);
  for (const name of names) await client.folders.create({ name });
  const click = { linkUrl: `${site.url}/sample.webm`, pageUrl: site.url };
  const picker = await openFromMenu(extension, ['choose'], click);
  await expect(picker.getByRole('treeitem', { name: 'Folder 0' })).toBeVisible();
  await picker.getByPlaceholder('Filter folders').fill('Zebra');
  await picker.getByRole('button', { name: 'Create “Zebra” here' }).click();
  const zebra = picker.getByRole('treeitem', { name: 'Zebra' });
  await expect(zebra).toHaveAttribute('aria-selected', 'true');
  await expect(zebra).toBeInViewport({ ratio: 1 });

  await picker.getByRole('treeitem', { name: 'My files' }).click();
  await picker.getByRole('button', { name: 'New folder' }).click();
  await picker.getByLabel('New folder in').fill('Zulu');
  await picker.keyboard.press('Enter');
  const zulu = picker.getByRole('treeitem', { name: 'Zulu' });
  await expect(zulu).toHaveAttribute('aria-selected', 'true');
  await expect(zulu).toBeInViewport({ ratio: 1 });
  await zebra.click();
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
