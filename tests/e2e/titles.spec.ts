/** A typed title wins over whatever else a link could be called, in the picker and in the full tab. */
import { createAdmin } from '../../service/src/index.ts';
import { expect, test } from './harness/index.ts';
import { currentAccountId } from './harness/messages.ts';
import { until } from './harness/until.ts';

test.use({ serviceOptions: { bytesPerSecond: 0, admin: true } });

test('a title is typed for one link', async ({ extension, service, site, account }) => {
  await extension.connect(service.url, account.key);
  const admin = createAdmin(service.url);
  const offered = async () =>
    (await admin.audit())
      .filter(({ endpoint, effect }) => endpoint === '/api/upload/url' && effect)
      .map(({ query }) => query['new_title']);

  await extension.clickMenu({
    menuItemId: JSON.stringify(['choose', await currentAccountId(extension)]),
    linkUrl: `${site.url}/sample.webm?picked`,
    pageUrl: site.url,
  });
  const picker = await until('the picker', async () =>
    extension.context.pages().find((page) => page.url().includes('/picker.html')),
  );
  await picker.getByLabel('Title (optional)').fill('Picked by me');
  await extension.screenshot(picker, 'typed-title');
  await picker.getByRole('button', { name: 'Upload here' }).click();
  await expect.poll(offered).toEqual(['Picked by me']);

  const manager = await extension.open('manager.html');
  const paste = manager.getByLabel('Paste many links');
  await paste.fill(`${site.url}/sample.webm?1\n${site.url}/sample.webm?2`);
  await expect(manager.getByLabel('Title (optional)')).toHaveCount(0);
  await paste.fill(`${site.url}/sample.webm?1`);
  await manager.getByLabel('Title (optional)').fill('Pasted by me');
  await manager.getByRole('button', { name: 'Upload 1 link' }).click();
  await expect.poll(offered).toEqual(['Picked by me', 'Pasted by me']);
  await expect(manager.locator('[data-state="done"]')).toHaveCount(2);
});
