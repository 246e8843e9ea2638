import { getMediaUrl, type Page } from '../page.ts';

export const builder: Page = {
  name: 'builder',
  title: 'Embed builder',
  intro: '<p>Say what the player shows and copy the code. What you enter stays in this page.</p>',
  demos: () => [],
  head: (context) =>
    `<meta name="linkhaul-demo" content="${[context.clip.baseUrl, context.clip.fileCode, getMediaUrl(context, '')].join(' ')}">
<script type="module" src="builder.js"></script>`,
};
