import { createPlayer, type Page } from '../page.ts';

export const subtitles: Page = {
  name: 'subtitles',
  title: 'Several subtitles',
  intro: `<p>Several tracks need a published subtitle document: a small JSON file that <code>subtitleDocument</code> or the
    <a href="builder.html">embed builder</a> creates. <a href="media/subtitles.json">This one</a> has three.</p>`,
  demos: ({ clip }) => [
    {
      html: createPlayer(clip, 'subtitles-json="media/subtitles.json" poster="media/poster.jpg"'),
    },
  ],
};
