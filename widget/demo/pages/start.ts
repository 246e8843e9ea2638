import { createPlayer, type Page } from '../page.ts';

export const start: Page = {
  name: 'index',
  title: 'Start',
  intro: `<p>Put a file from your file host onto any website with one line of HTML. The page shows a poster and a button; the player
    loads only when a visitor activates it.</p>
    <p>Copy the code below, or use the <a href="builder.html">embed builder</a>.</p>`,
  demos: ({ clip }) => [
    {
      html: `<script src="linkhaul-player.js" async></script>
${createPlayer(clip)}`,
    },
  ],
};
