/** Chromium has its own rules for showing tracks. */
import { startLocalServer } from '../local-server.ts';
import { test as base, expect } from './widget/fixtures.ts';

interface ListedTracks {
  /**
   * @param defaultIndex of the default track, -1 for none
   * @returns a function that reads the labels of the visible tracks
   */
  openWithList(
    defaultIndex: number,
    options?: Readonly<Record<string, string>>,
  ): Promise<() => Promise<string[]>>;
}

const test = base.extend<ListedTracks>({
  openWithList: async ({ tab, clip, media }, use) => {
    let list = '';
    const { url: address, close } = await startLocalServer((_, response) => response.end(list));
    await use(async (defaultIndex, options = {}) => {
      const labels = ['sample.en.srt', 'sample.de.vtt', 'sample.es.vtt'];
      list = JSON.stringify(
        labels.map((label, index) => ({
          src: `${media.url}/${label}`,
          label,
          ...(index === defaultIndex && { default: true }),
        })),
      );
      const query = new URLSearchParams({ subtitle_json: address, ...options });
      await tab.goto(`${clip.baseUrl}/e/${clip.fileCode}?${query}`);
      const count = 'c1_file' in options ? 4 : 3;
      await expect.poll(() => tab.$$eval('video track', ({ length }) => length)).toBe(count);
      return () =>
        tab.$eval('video', ({ textTracks }) =>
          Array.from(textTracks)
            .filter(({ mode, cues }) => mode === 'showing' && cues?.length)
            .map(({ label }) => label),
        );
    });
    await close();
  },
});

for (const [which, index, shown] of [
  ['the first', 0, ['sample.en.srt']],
  ['the second', 1, ['sample.de.vtt']],
  ['the last', 2, ['sample.es.vtt']],
  ['none', -1, []],
] as const)
  test(`the default of a list of tracks is shown: ${which}`, async ({ tab, openWithList }) => {
    const readShowing = await openWithList(index);
    await expect.poll(readShowing).toEqual(shown);
    // Chromium chooses again once the clip's own tracks are known.
    await tab.waitForFunction(() => (document.querySelector('video')?.readyState ?? 0) > 1);
    expect(await readShowing()).toEqual(shown);
  });

test('the track of c1_file overrides the default of the list', async ({ media, openWithList }) => {
  const readShowing = await openWithList(1, {
    c1_file: `${media.url}/sample.en.srt`,
    c1_label: 'Own',
  });
  await expect.poll(readShowing).toEqual(['Own']);
});
