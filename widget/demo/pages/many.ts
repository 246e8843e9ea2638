import { createPlayerLink, type Page } from '../page.ts';

export const many: Page = {
  name: 'many',
  title: 'Many players',
  intro: `<p>Fifty players make no request to the host before they are activated; the network panel shows it. They share one style
    sheet.</p>`,
  demos: ({ clip }) => [
    {
      class: 'grid',
      html: Array.from(
        { length: 50 },
        (_, index) => `<linkhaul-player poster="media/poster.jpg">
  ${createPlayerLink(clip, `Number ${index + 1}`)}
</linkhaul-player>`,
      ).join('\n'),
    },
  ],
};
