import { createPlayer, getMediaUrl, type Page } from '../page.ts';

export const poster: Page = {
  name: 'poster',
  title: 'Poster',
  intro: `<p>A picture before playback. It is loaded lazily, and also passed to the player.</p>`,
  demos: (context) => [
    {
      caption: '<p>In the attribute, the address may be relative to the page.</p>',
      html: createPlayer(context.clip, 'poster="media/poster.jpg"'),
    },
    {
      caption: '<p>In the link, it also works without script.</p>',
      html: createPlayer({ ...context.clip, poster: getMediaUrl(context, 'poster.jpg') }),
    },
    {
      caption: `<p>A poster on the host itself would reveal every visitor to the host. It is loaded when a pointer or the focus is on
        the element; with <code>loading="eager"</code>, immediately.</p>`,
      html: createPlayer(context.clip, `poster="${context.clip.baseUrl}/i/splash/${context.clip.fileCode}"`),
    },
  ],
};
