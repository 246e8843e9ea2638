import { createPlayerLink, type Page } from '../page.ts';

export const rtl: Page = {
  name: 'rtl',
  title: 'Right to left',
  intro: `<p>A title is read in its own direction, whatever the page's is. <code>play-label</code> is the word before it in the
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
      html: `<linkhaul-player lang="he" play-label="הפעלה">
  ${createPlayerLink(clip, 'קטע לדוגמה')}
</linkhaul-player>`,
    },
  ],
};
