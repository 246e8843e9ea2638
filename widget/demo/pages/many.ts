import { createPlayerLink, type Page } from '../page.ts';

export const many: Page = {
  name: 'many',
  title: 'Many players',
  intro: `<p>Fifty of them, and not one request to the host: open the network panel. They share one style sheet, and each is a
    picture and a button until it is wanted.</p>`,
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
