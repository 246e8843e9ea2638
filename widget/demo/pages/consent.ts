import { createPlayer, type Page } from '../page.ts';

export const consent: Page = {
  name: 'consent',
  title: 'Asking for consent',
  intro: `<p>The event <code>linkhaul-activate</code> is fired before the player loads. Cancel it to ask for consent first.</p>`,
  demos: ({ clip }) => [
    {
      html: `${createPlayer(clip, 'id="player"')}
<p id="question" hidden>Playing connects you to the host. <button>Continue</button></p>
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
