/** What a notice says is true for as long as it is shown, also under the pointer. */
import { uploadLinks } from '../../../scripts/extension-pages.ts';
import { expect, connectedTest as test } from '../harness/index.ts';

test.use({ serviceOptions: { bytesPerSecond: 30_000 } });

test('links that have arrived are no longer called queued', async ({ extension, service, site }) => {
  const popup = await extension.open('popup.html');
  await uploadLinks(popup, `${site.url}/sample.webm?one\n${site.url}/sample.webm?two`);
  const notice = popup.locator('.notice-area .notice');
  await expect(notice).toContainText('2 links are queued for “My files”.');
  // Under the pointer it doesn't go by itself.
  await notice.hover();
  service.settings.bytesPerSecond = 0;
  await expect(popup.locator('[data-state="done"]')).toHaveCount(2, { timeout: 30_000 });
  await expect(notice).toContainText('Uploaded to “My files”', { timeout: 5_000 });
  await expect(popup.getByText('links are queued')).toHaveCount(0);
  await expect(popup.locator('[data-group="finished"]')).not.toContainText('/s');
});
