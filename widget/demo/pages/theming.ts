import { createPlayer, type Page } from '../page.ts';

export const theming: Page = {
  name: 'theming',
  title: 'Theming',
  intro: `<p>Custom properties for the colours, <code>::part()</code> for the rest. Size, proportions and corners are those of any
    block.</p>`,
  demos: ({ clip }) => [
    {
      html: `<style>
  .plum {
    aspect-ratio: 2 / 1;
    border-radius: 24px;
    --linkhaul-accent: #7a1f5c;
    --linkhaul-background: #2b1024;
    --linkhaul-color: #ffe9f6;
  }
  .plum::part(icon) { border-radius: 50%; padding: 1.6em }
  .plum::part(title) { inset: auto 0 0; text-align: center; font: italic 1.2em serif }
</style>
${createPlayer(clip, 'class="plum"', 'The sample clip, in plum')}`,
    },
    {
      html: `<style>
  .bare::part(title) { display: none }
  .bare::part(poster) { filter: grayscale(1) }
  .bare { --linkhaul-accent: transparent }
</style>
${createPlayer(clip, 'class="bare" poster="media/poster.jpg"')}`,
    },
  ],
};
