import { escapeHtml } from '../../src/embed-code/escape.ts';
import { createPlayerLink, getMediaUrl, type Page } from '../page.ts';

export const lazy: Page = {
  name: 'lazy',
  title: 'Lazy, and without script',
  intro: `<p>Nothing is asked of the host before somebody shows intent, and where script does not run, the link inside is a link
    to the player.</p>`,
  demos: (context) => {
    const withPoster = createPlayerLink(
      { ...context.clip, poster: getMediaUrl(context, 'poster.jpg') },
      'The sample clip',
    );
    const bare = `<base target="_top"><linkhaul-player>${withPoster}</linkhaul-player>`;
    return [
      {
        caption: '<p>This frame may not run script, as if the visitor had switched it off.</p>',
        html: `<iframe sandbox="allow-top-navigation-by-user-activation" title="Without script" srcdoc="${escapeHtml(bare)}"></iframe>`,
      },
      {
        caption: `<p>A script that arrives late turns a line of text into a picture. One rule in your style sheet keeps the place
          free, so that nothing moves then.</p>`,
        html: `<style>
  linkhaul-player { display: block; aspect-ratio: 16 / 9 }
</style>
<linkhaul-player>
  ${withPoster}
</linkhaul-player>`,
      },
      {
        class: 'below-fold',
        caption: '<p>Far below: its poster is loaded when it comes near.</p>',
        html: `<linkhaul-player poster="media/poster.jpg?far">
  ${createPlayerLink(context.clip, 'Far below')}
</linkhaul-player>`,
      },
    ];
  },
};
