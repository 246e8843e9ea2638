import { createPlayer, createPlayerLink, type Page } from '../page.ts';

export const rtl: Page = {
  name: 'rtl',
  title: 'Right to left',
  intro: `<p>The title has the direction of its own text, not that of the page. <code>play-label</code> is the word before it in the
    button's name.</p>`,
  demos: ({ clip }) => [
    {
      html: `<div dir="rtl" lang="ar">
  <linkhaul-player play-label="تشغيل" poster="media/poster.jpg">
    ${createPlayerLink(clip, 'مقطع تجريبي قصير')}
  </linkhaul-player>
</div>`,
    },
    {
      html: createPlayer(clip, 'lang="he" play-label="הפעלה"', 'קטע לדוגמה'),
    },
  ],
};
