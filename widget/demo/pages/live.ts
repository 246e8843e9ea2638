import { createPlayer, type Page } from '../page.ts';

export const live: Page = {
  name: 'live',
  title: 'Live updates',
  intro: `<p>Attributes and properties can be changed before and after activation. A new address reloads the player; a new title does not.
    Changes made in the same task are applied together.</p>`,
  demos: ({ clip }) => [
    {
      html: `${createPlayer(clip, 'id="screen"')}
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
