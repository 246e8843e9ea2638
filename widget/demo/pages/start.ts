import { createPlayerLink, type Page } from '../page.ts';

export const start: Page = {
  name: 'index',
  title: 'Start',
  intro: `<p>Put a file from your file host onto any website: one line of HTML, and nothing is loaded until somebody wants it.
    The page shows a picture and a button. Until a visitor points at it, the host hears nothing of them.</p>
    <p>What is in this box is all there is to it, and <a href="builder.html">the embed builder</a> writes it for you.</p>`,
  demos: ({ clip }) => [
    {
      html: `<script src="linkhaul-player.js" async></script>
<linkhaul-player>
  ${createPlayerLink(clip, 'The sample clip')}
</linkhaul-player>`,
    },
  ],
};
