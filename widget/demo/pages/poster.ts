import { createPlayerLink, getMediaUrl, type Page } from '../page.ts';

export const poster: Page = {
  name: 'poster',
  title: 'Poster',
  intro: `<p>A picture before playback. It is loaded lazily, and also passed to the player.</p>`,
  demos: (context) => [
    {
      caption: '<p>In the attribute, the address may be relative to the page.</p>',
      html: `<linkhaul-player poster="media/poster.jpg">
  ${createPlayerLink(context.clip, 'The sample clip')}
</linkhaul-player>`,
    },
    {
      caption: '<p>In the link, it also works without script.</p>',
      html: `<linkhaul-player>
  ${createPlayerLink({ ...context.clip, poster: getMediaUrl(context, 'poster.jpg') }, 'The sample clip')}
</linkhaul-player>`,
    },
    {
      caption: `<p>A poster on the host itself would reveal every visitor to the host. It is loaded when a pointer or the focus is on
        the element; with <code>loading="eager"</code>, immediately.</p>`,
      html: `<linkhaul-player poster="${context.clip.baseUrl}/i/splash/${context.clip.fileCode}">
  ${createPlayerLink(context.clip, 'The sample clip')}
</linkhaul-player>`,
    },
  ],
};
