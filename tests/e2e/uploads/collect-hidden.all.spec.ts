/** "Upload links on this page…" with hidden media, and on a feed. */

import { type Extension, expect, connectedTest as test } from '../harness/index.ts';
import { manyLinks, startMediaSite } from '../harness/media-site.ts';
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

test('hidden media, feeds, plain text, drawings and media that load later are listed, up to a limit', async ({
  extension,
}) => {
  const site = await startMediaSite();

  const { collect, rows } = await collectRows(extension, site.url);
  expect(rows).toEqual([
    '/film.mp4 | Video | The film | Player',
    '/manifest | Playlists | The stream | Player',
    '/shadow | Audio | In the shadow | Player',
    '/named.webm | Video | The named one | Page metadata',
    '/clip | Video | The named one | Page metadata',
    '/broken.mp4 | Video | broken.mp4 | Page metadata',
    '/described | Video | Linked data | Page metadata',
    '/feed.xml | Feeds | The podcast | Feed',
    '/live/master.m3u8 | Playlists | master.m3u8 | Loaded by the page',
    '/bundle.zip | Archives | bundle.zip | Loaded by the page',
    '/in/frame.mp4 | Video | In a frame | Link',
    '/about | Pages | About | Link',
  ]);
  await expect(
    collect.getByText(/^Links in frames from other sites aren’t listed: elsewhere\.localhost:\d+$/),
  ).toBeVisible();
  await collect.getByLabel('Loaded by the page').check();
  await expect(collect.getByRole('option')).toHaveCount(2);
  await expect(collect.getByRole('option', { name: /master/ })).toContainText(
    'Uploads only the playlist file',
  );
  await collect.getByLabel('Loaded by the page').uncheck();

  const feed = await collectRows(extension, site.feedUrl);
  expect(feed.rows).toEqual([
    '/episodes/1 | Audio | First episode | ',
    '/episodes/2.webm | Video | Second & last | ',
  ]);
  const atom = await collectRows(extension, site.atomUrl);
  expect(atom.rows).toEqual(['/videos/1.mp4 | Video | The first | ']);

  const text = await collectRows(extension, `${site.url}list.txt`);
  expect(text.rows).toEqual([
    '/one.m2ts | Video | one.m2ts | ',
    '/two.7z.001 | Archives | two.7z.001 | ',
    '/three.ass | Documents | three.ass | ',
  ]);
  const drawing = await collectRows(extension, `${site.url}drawing.svg`);
  expect(drawing.rows).toEqual([
    '/drawn.mkv | Video | The drawn one | ',
    '/older.rmvb | Video | The older one | ',
  ]);
  const lazy = await collectRows(extension, `${site.url}lazy`);
  expect(lazy.rows).toEqual([
    '/later.mp4 | Video | The later one | Player',
    '/later.webm | Video | The later one | Player',
    '/lightbox.mp4 | Video | The lightbox | Player',
    '/clip.ogm | Video | clip.ogm | Player',
    '/paper.pdf | Documents | The paper | Player',
    '/poster.jpg | Images | The later one | Loaded by the page',
    '/lazy.jpg | Images | The lazy one | Loaded by the page',
    '/large,1.jpg | Images | The large one | Loaded by the page',
    '/p-2.avif | Images | The picture | Loaded by the page',
    '/drawn.mkv | Video | The drawn one | Link',
    '/older.rmvb | Video | The older one | Link',
    '/labelled.mp4 | Video | The labelled one | Link',
    '/named.mp4 | Video | The named one | Link',
    '/pictured.mp4 | Video | The pictured one | Link',
    '/area.vob | Video | The area | Link',
  ]);

  const many = await collectFrom(extension, `${site.url}many`);
  const left = (manyLinks - 5_000).toLocaleString('en');
  await expect(many.getByText(`${left} more links on the page aren’t shown.`)).toBeVisible();
  await expect(many.getByRole('option').first()).toContainText('File 0');
  await site.close();
});
