import { getMediaUrl, type Page } from '../page.ts';

export const builder: Page = {
  name: 'builder',
  title: 'Embed builder',
  intro: '<p>Enter what the player should show and copy the code. Your entries stay on this page.</p>',
  demos: () => [],
  head: (context) =>
    `<meta name="linkhaul-demo" content="${[context.clip.baseUrl, context.clip.fileCode, getMediaUrl(context, '')].join(' ')}">
<link rel="stylesheet" href="builder.css">
<script type="module" src="builder.js"></script>`,
};
