/** "Upload links on this page…" on pages that hide their media, and on a feed. */

import { type Extension, expect, connectedTest as test } from '../harness/index.ts';
import { startMediaSite } from '../harness/media-site.ts';
import { collectFrom } from '../harness/menu.ts';

async function collectRows(extension: Extension, address: string) {
  const collect = await collectFrom(extension, address);
  await expect(collect.getByRole('option').first()).toBeVisible();
  const rows = await collect.getByRole('option').evaluateAll((options) =>
    options.map((option) => {
      const text = (selector: string) => option.querySelector(selector)?.textContent ?? '';
      const { pathname } = new URL(text('.url'));
      return [pathname, text('.visually-hidden'), text('.collect-title'), text('.collect-source')].join(
        ' | ',
      );
    }),
  );
  return { collect, rows };
}

test('hidden media of a page with their sources, and of a feed', async ({ browserName, extension }) => {
  const site = await startMediaSite();

  const { collect, rows } = await collectRows(extension, site.url);
  expect(rows).toEqual([
    '/film.mp4 | Video | The film | Player',
    '/manifest | Playlists | The stream | Player',
    '/shadow | Audio | In the shadow | Player',
    '/named.webm | Video | The named one | Page metadata',
    '/clip | Video | The named one | Page metadata',
    '/described | Video | Linked data | Page metadata',
    '/feed.xml | Feeds | The podcast | Feed',
    '/live/master.m3u8 | Playlists | master.m3u8 | Loaded by the page',
    '/bundle.zip | Archives | bundle.zip | Loaded by the page',
    '/about | Pages | About | Link',
    '/in/frame.mp4 | Video | In a frame | Link',
  ]);
  await collect.getByLabel('Loaded by the page').check();
  await expect(collect.getByRole('option')).toHaveCount(2);
  await expect(collect.getByRole('option', { name: /master/ })).toContainText(
    'Uploads only the playlist file',
  );
  await collect.getByLabel('Loaded by the page').uncheck();

  // Firefox saves feeds instead of showing them.
  if (browserName === 'chromium') {
    const feed = await collectRows(extension, site.feedUrl);
    expect(feed.rows).toEqual([
      '/episodes/1 | Audio | First episode | ',
      '/episodes/2.webm | Video | Second & last | ',
    ]);
    const atom = await collectRows(extension, site.atomUrl);
    expect(atom.rows).toEqual(['/videos/1.mp4 | Video | The first | ']);
  }
  await site.close();
});
