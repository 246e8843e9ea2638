import { escapeHtml } from '../../src/embed-code/escape.ts';
import { createPlayer, createPlayerLink, getMediaUrl, type Page } from '../page.ts';

export const lazy: Page = {
  name: 'lazy',
  title: 'Lazy loading and no script',
  intro: `<p>The element makes no request to the host before a pointer or the focus is on it. Without script, its link leads to the
    player.</p>`,
  demos: (context) => {
    const withPoster = createPlayerLink(
      { ...context.clip, poster: getMediaUrl(context, 'poster.jpg') },
      'The sample clip',
    );
    const bare = `<base target="_top"><linkhaul-player>${withPoster}</linkhaul-player>`;
    return [
      {
        caption: '<p>Scripts are disabled in this frame.</p>',
        html: `<iframe sandbox="allow-top-navigation-by-user-activation" title="Without script" srcdoc="${escapeHtml(bare)}"></iframe>`,
      },
      {
        caption: `<p>The element becomes larger when the script runs. This rule reserves the space and avoids the layout shift.</p>`,
        html: `<style>
  linkhaul-player { display: block; aspect-ratio: 16 / 9 }
</style>
<linkhaul-player>
  ${withPoster}
</linkhaul-player>`,
      },
      {
        class: 'below-fold',
        caption: '<p>This poster is loaded when it is near the viewport.</p>',
        html: createPlayer(context.clip, 'poster="media/poster.jpg?far"', 'Far below'),
      },
    ];
  },
};
