import { createPlayerLink, getMediaUrl, type Page } from '../page.ts';

export const poster: Page = {
  name: 'poster',
  title: 'Poster',
  intro: `<p>A picture before it plays. It is loaded lazily, and handed to the player as well.</p>`,
  demos: (context) => [
    {
      caption: '<p>As an attribute it may be relative to the page, as everywhere in HTML.</p>',
      html: `<linkhaul-player poster="media/poster.jpg">
  ${createPlayerLink(context.clip, 'The sample clip')}
</linkhaul-player>`,
    },
    {
      caption: '<p>In the link it reaches also those who follow the link without script.</p>',
      html: `<linkhaul-player>
  ${createPlayerLink({ ...context.clip, poster: getMediaUrl(context, 'poster.jpg') }, 'The sample clip')}
</linkhaul-player>`,
    },
    {
      caption: `<p>A picture that lies on the host itself would tell the host of every visitor. It waits for a pointer or the
        focus, unless <code>loading="eager"</code> says that this is accepted.</p>`,
      html: `<linkhaul-player poster="${context.clip.baseUrl}/i/splash/${context.clip.fileCode}">
  ${createPlayerLink(context.clip, 'The sample clip')}
</linkhaul-player>`,
    },
  ],
};
