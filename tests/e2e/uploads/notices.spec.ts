import { uploadLinks } from '../../../scripts/extension-pages.ts';
import { expect, connectedTest as test } from '../harness/index.ts';
import { message } from '../harness/messages.ts';
import { chooseFiles, sparseFile } from '../harness/own-files.ts';

test.use({ serviceOptions: { bytesPerSecond: 1_000 } });

test('links that have arrived are no longer called queued', async ({ extension, service, site }) => {
  const popup = await extension.open('popup.html');
  await uploadLinks(popup, `${site.url}/sample.webm?one\n${site.url}/sample.webm?two`);
  const notice = popup.locator('.notice-area .notice');
  await expect(notice).toContainText('2 links are queued for “My files”.');
  await notice.hover();
  const offers = notice.getByRole('button', { name: /^(?:Undo|Change folder…|Open folder|Dismiss)$/ });
  // More buttons would leave no room for the text.
  await expect(offers).toHaveText(['', 'Undo', '']);
  service.settings.bytesPerSecond = 0;
  await expect(popup.locator('[data-state="done"]')).toHaveCount(2, { timeout: 30_000 });
  await expect(notice).toContainText('Uploaded to “My files”', { timeout: 5_000 });
  await expect(popup.getByText('links are queued')).toHaveCount(0);
  await expect(popup.locator('[data-group="finished"]')).not.toContainText('/s');
  await expect(notice.getByRole('button', { name: 'Undo' })).toHaveCount(0);
  await notice.getByRole('button', { name: 'Open folder' }).click();
  await expect(popup.getByRole('tab', { name: 'Files' })).toHaveAttribute('aria-selected', 'true');
  await expect(popup.getByRole('row', { name: /^sample/ }).first()).toBeVisible();
});

test('own files can be undone, and a link’s position in the queue is shown until it changes', {
  tag: '@all',
}, async ({ extension, site, dir }) => {
  const manager = await extension.open('manager.html');
  const notice = manager.locator('.notice-area .notice');
  // On this machine they would arrive at once.
  await message(manager, 'uploads.pause', {});
  await chooseFiles(manager, await sparseFile(dir, 'talk.mkv', 3_000_000));
  await expect(notice).toContainText('1 file will be uploaded to “My files”.');
  await expect(notice.getByRole('button', { name: 'Open folder' })).toBeVisible();
  await notice.getByRole('button', { name: 'Undo' }).click();
  await expect(notice).toContainText('Removed from the queue for “My files”');
  await expect(manager.locator('[data-state]')).toHaveCount(0);

  await uploadLinks(
    manager,
    ['one', 'two', 'three'].map((name) => `${site.url}/sample.webm?${name}`).join('\n'),
  );
  const rows = manager.locator('[data-state="waiting"]');
  await expect(rows).toHaveCount(3);
  await rows
    .nth(2)
    .getByRole('button', { name: /^More for/ })
    .click();
  await manager.getByRole('menuitem', { name: 'Move to top' }).click();
  const said = manager.getByText('“sample.webm” is now number 1 of 3.');
  await expect(said).toBeVisible();
  await notice.hover();
  await message(manager, 'uploads.resume', {});
  await expect(rows).toHaveCount(0, { timeout: 30_000 });
  await expect(said).toHaveCount(0);
});
