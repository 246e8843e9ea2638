/** The user's own files in Firefox, where the page itself sends them. */
import { createAdmin } from '../../service/src/index.ts';
import { expect, test } from './harness/index.ts';

test.use({ serviceOptions: { admin: true } });

test('a dropped file is sent by its page, which says so', async ({ extension, service, account }) => {
  await extension.connect(service.url, account.key);
  const page = await extension.open('manager.html');
  await expect(page.getByRole('button', { name: 'Choose files…' })).toBeVisible();
  await page.evaluate(() => {
    const dataTransfer = new DataTransfer();
    dataTransfer.items.add(new File(['x'], 'dropped.png', { lastModified: 1 }));
    document.dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true }));
  });
  await expect(page.getByText('Keep this tab open.')).toBeVisible();
  await expect(page.locator('[data-state="done"]')).toHaveCount(1);
  expect(await createAdmin(service.url).files(account.email)).toMatchObject([{ title: 'dropped' }]);
  expect(extension.problems).toEqual([]);
});
