import { createPlayerLink, type Page } from '../page.ts';

export const consent: Page = {
  name: 'consent',
  title: 'Asking first',
  intro: `<p><code>linkhaul-activate</code> comes before the player does. Whoever prevents it keeps the picture: the place for a
    question.</p>`,
  demos: ({ clip }) => [
    {
      html: `<linkhaul-player id="player">
  ${createPlayerLink(clip, 'The sample clip')}
</linkhaul-player>
<p id="question" hidden>Playing connects you with the host. <button>That is fine</button></p>
<script>
  const player = document.getElementById('player');
  const question = document.getElementById('question');
  player.addEventListener('linkhaul-activate', (event) => {
    if (question.dataset.answered) return;
    event.preventDefault();
    question.hidden = false;
  });
  question.querySelector('button').addEventListener('click', () => {
    question.dataset.answered = 'yes';
    question.hidden = true;
    player.activate();
  });
</script>`,
    },
  ],
};
