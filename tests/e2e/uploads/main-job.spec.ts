/** Click a link, choose a folder, and watch the bytes arrive in the popup. */

import { createHash } from 'node:crypto';
import { connectedTest, expect, test } from '../harness/index.ts';
import { chooseEntry, untilEntry } from '../harness/menu.ts';

/** The clip would take a minute, so it lasts for the whole test. */
const slow = { bytesPerSecond: 2_000 };

const checksum = async (address: string) => {
  const answer = await fetch(address);
  expect(answer.ok).toBe(true);
  return createHash('sha256')
    .update(await answer.bytes())
    .digest('hex');
};

test.describe('with a real right-click, headed', () => {
  test.use({ headed: true, hosts: 'asked', serviceOptions: slow });

  test('a link is uploaded into a folder, watched, and played', async ({
    extension,
    native,
    service,
    site,
    account,
    client,
  }) => {
    const { folderId } = await client.folders.create({ name: 'Videos' });

    // The test accepts the browser's own prompt.
    const options = await extension.connectWithPrompt(native, service.url, account.key);

    const folders = options.getByRole('region', { name: /^Folders of/ });
    await folders.getByRole('button', { name: 'Folder: My files' }).click();
    await options.getByRole('menuitem', { name: 'Choose folder…' }).click();
    await options.getByRole('treeitem', { name: 'Videos' }).click();
    await options.getByRole('button', { name: 'Use this folder' }).click();
    await expect(folders.getByRole('button', { name: 'Folder: Videos' })).toBeVisible();

    await untilEntry(extension, ['send-to', folderId]);
    const page = await extension.context.newPage();
    await page.goto(site.url);
    await native.chooseFromMenu(page.getByRole('link', { name: 'The sample clip' }), 'u', 'v');

    const popup = await extension.open('popup.html');
    const row = popup.locator('[data-key]').filter({ hasText: 'The sample clip' });
    await expect(row).toHaveAttribute('data-state', 'working');
    await expect(row).toContainText(/kB of 1\d\d kB/);
    service.settings.bytesPerSecond = 0;
    await expect(row).toHaveAttribute('data-state', 'done');
    await expect(row).toContainText('In “Videos”');

    // A link sent without its title is renamed as a file.
    const titles = async () => (await client.files.list({ folderId })).files.map(({ title }) => title);
    await expect.poll(titles).toEqual(['The sample clip']);
    const [file] = (await client.files.list({ folderId })).files;
    expect(await checksum(`${service.url}/file/${file?.fileCode}`)).toBe(
      await checksum(`${site.url}/sample.webm`),
    );

    const player = await extension.context.newPage();
    await player.goto(`${service.url}/e/${file?.fileCode}`);
    const played = await player.locator('video').evaluate(async (video: HTMLVideoElement) => {
      video.muted = true;
      await video.play();
      await new Promise((resolve) => video.addEventListener('timeupdate', resolve, { once: true }));
      return { seconds: video.currentTime, width: video.videoWidth };
    });
    expect(played.width).toBe(320);
  });
});

test.describe('with a simulated click, headless', () => {
  test.use({ serviceOptions: slow });

  connectedTest(
    'a link is uploaded into a folder, and shows its progress',
    { tag: '@chromium' },
    async ({ extension, service, site, client }) => {
      const { folderId } = await client.folders.create({ name: 'Movies' });

      const page = await extension.context.newPage();
      await page.goto(site.url);
      await page.bringToFront();
      await chooseEntry(extension, ['send-to', folderId], {
        linkUrl: `${site.url}/sample.webm`,
        pageUrl: site.url,
      });

      const popup = await extension.open('popup.html');
      const row = popup.locator('[data-key]');
      await expect(row).toHaveAttribute('data-state', 'working');
      await expect(row.getByRole('progressbar')).toBeVisible();

      await extension.background.kill();
      service.settings.bytesPerSecond = 0;
      await expect(row).toHaveAttribute('data-state', 'done');
      // The title is the link's text if the page provided it in time.
      await expect(popup.getByRole('status').filter({ hasText: '” is in ' })).toHaveCount(1);
      const { files } = await client.files.list({ folderId });
      expect(files).toHaveLength(1);
      expect(await checksum(`${service.url}/file/${files[0]?.fileCode}`)).toBe(
        await checksum(`${site.url}/sample.webm`),
      );
    },
  );
});
