import { createPlayerLink, type Page } from '../page.ts';

export const live: Page = {
  name: 'live',
  title: 'Changed at any time',
  intro: `<p>Attributes and properties are followed before and after the click. A new address loads the player anew; a new title does not.
    What is set in one go is done in one go.</p>`,
  demos: ({ clip }) => [
    {
      html: `<linkhaul-player id="screen">
  ${createPlayerLink(clip, 'The sample clip')}
</linkhaul-player>
<p>
  <label>Subtitles
    <select id="language">
      <option value="">none</option>
      <option value="media/sample.en.srt">English</option>
      <option value="media/sample.de.vtt">Deutsch</option>
    </select>
  </label>
</p>
<script>
  const language = document.getElementById('language');
  language.addEventListener('change', () => {
    const [{ value, text }] = language.selectedOptions;
    Object.assign(document.getElementById('screen'), {
      title: value ? \`The sample clip (\${text})\` : null,
      subtitleFile: value || null,
      subtitleLabel: value ? text : null,
    });
  });
</script>`,
    },
  ],
};
