import { createPlayerLink, getMediaUrl, type Page } from '../page.ts';

export const subtitle: Page = {
  name: 'subtitle',
  title: 'One subtitle',
  intro: `<p>A subtitle file, srt or vtt, and its label. The file may be on any server that allows other sites to read it (CORS).</p>`,
  demos: (context) => [
    {
      html: `<linkhaul-player subtitle-file="media/sample.en.srt" subtitle-label="English">
  ${createPlayerLink(context.clip, 'The sample clip')}
</linkhaul-player>`,
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
