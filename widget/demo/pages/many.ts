import { createPlayer, type Page } from '../page.ts';

export const many: Page = {
  name: 'many',
  title: 'Many players',
  intro: `<p>Fifty players make no request to the host before they are activated; the network panel shows it. They share one style
    sheet.</p>`,
  demos: ({ clip }) => [
    {
      class: 'grid',
      html: Array.from({ length: 50 }, (_, index) =>
        createPlayer(clip, 'poster="media/poster.jpg"', `Number ${index + 1}`),
      ).join('\n'),
    },
  ],
};
