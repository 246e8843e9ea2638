import { createPlayer, createPlayerLink, getMediaUrl, type Page } from '../page.ts';

export const subtitle: Page = {
  name: 'subtitle',
  title: 'One subtitle',
  intro: `<p>A subtitle file, srt or vtt, and its label. The file may be on any server that allows other sites to read it (CORS).</p>`,
  demos: (context) => [
    {
      html: createPlayer(context.clip, 'subtitle-file="media/sample.en.srt" subtitle-label="English"'),
    },
    {
      caption: '<p>The same with <code>embedUrl</code>.</p>',
      html: `<linkhaul-player>
  ${createPlayerLink(
    {
      ...context.clip,
      subtitle: { file: getMediaUrl(context, 'sample.de.vtt'), label: 'Deutsch' },
    },
    'The sample clip',
  )}
</linkhaul-player>`,
    },
  ],
};
