/** The embed builder in Firefox: a file from the catalog, subtitles from another site, the preview, and the code. */
import { readFile } from 'node:fs/promises';
import { createClient } from '../../lib/api/index.ts';
import type {} from '../../widget/src/element.ts';
import { embedUrl } from '../../widget/src/index.ts';
import { expect, test } from './harness/index.ts';

test('from the catalog to the code of a player with subtitles', async ({
  extension,
  service,
  account,
  site,
}) => {
  const bytes = await readFile(new URL('../../service/sample/sample.webm', import.meta.url));
  const { uploads } = createClient({ baseUrl: service.url, key: account.key });
  const { fileCode } = await uploads.send(new File([bytes], 'sample.webm', { type: 'video/webm' }));
  if (fileCode === null) throw new Error('The service took the clip and gave no code.');
  await extension.connect(service.url, account.key);

  const page = await extension.open('manager.html#embed');
  await page.getByRole('button', { name: 'Choose…' }).click();
  await expect(page.getByRole('combobox')).toBeFocused();
  await page.keyboard.type('sam');
  await expect(page.getByRole('option', { selected: true })).toBeVisible();
  await page.keyboard.press('Enter');
  const poster = `${service.url}/i/splash/${fileCode}`;
  await expect(page.getByLabel('Image address')).toHaveValue(poster);
  await expect(page.getByLabel('File code or any link to the file')).toHaveValue(fileCode);
  await expect(page.getByLabel('Title', { exact: true })).toHaveValue('sample');

  await page.getByRole('button', { name: 'Add a track' }).click();
  await page.getByLabel('Address of the subtitles').fill(`${site.url}/sample.en.srt`);
  await page.getByLabel('Language or label').fill('English');
  await expect(page.getByText('Can be read: SubRip')).toBeVisible();
  const subtitle = { file: `${site.url}/sample.en.srt`, label: 'English' };
  const address = embedUrl({ baseUrl: service.url, fileCode, poster, subtitle });
  const code = page.locator('.embed-code').first();
  await expect.poll(() => code.textContent()).toContain(address.replaceAll('&', '&amp;'));

  // The preview is the real player. What is in a frame of such a page, WebDriver BiDi does not see.
  const player = page.locator('linkhaul-player');
  await expect
    .poll(() => player.evaluate((it) => (it as HTMLElementTagNameMap['linkhaul-player']).subtitleLabel))
    .toBe('English');
  await player.getByRole('button').click();
  await expect(player.locator('iframe')).toHaveAttribute('src', address);

  const visitor = await extension.context.newPage();
  await visitor.goto(site.url);
  await visitor.setContent((await code.textContent()) ?? '');
  const tracks = () =>
    visitor
      .frames()
      .find((frame) => frame.url() === address)
      ?.evaluate(() =>
        Array.from(document.querySelector('video')?.textTracks ?? [], ({ label, cues }) => [
          label,
          !!cues?.length,
        ]),
      );
  await expect.poll(tracks).toEqual([['English', true]]);
  expect(extension.problems).toEqual([]);
});
