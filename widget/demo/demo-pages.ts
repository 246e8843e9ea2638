/** In navigation order. */
import { createCspLine } from '../src/builder/index.ts';
import { escapeHtml } from '../src/embed-code/escape.ts';
import { createPlayer, createPlayerLink, type DemoContext, getMediaUrl, type Page } from './demo-page.ts';

/** Allows only what the site needs, and no HTML from strings. */
const policy = (context: DemoContext): string =>
  [
    "default-src 'none'",
    "style-src 'self'",
    createCspLine({ ...context.clip, poster: getMediaUrl(context, 'poster.jpg') }, 'web-component'),
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join('; ');

export const pages: readonly Page[] = [
  {
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
  },
  {
    name: 'builder',
    title: 'Embed builder',
    intro: '<p>Enter what the player should show and copy the code. Your entries stay on this page.</p>',
    demos: () => [],
    head: (context) =>
      `<meta name="linkhaul-demo" content="${[context.clip.baseUrl, context.clip.fileCode, getMediaUrl(context, '')].join(' ')}">
<link rel="stylesheet" href="builder.css">
<script type="module" src="builder.js"></script>`,
  },
  {
    name: 'poster',
    title: 'Poster',
    intro: `<p>A picture before playback. It is loaded lazily, and also passed to the player.</p>`,
    demos: (context) => [
      {
        caption: '<p>In the attribute, the address may be relative to the page.</p>',
        html: createPlayer(context.clip, 'poster="media/poster.jpg"'),
      },
      {
        caption: '<p>In the link, it also works without script.</p>',
        html: createPlayer({ ...context.clip, poster: getMediaUrl(context, 'poster.jpg') }),
      },
      {
        caption: `<p>A poster on the host itself would reveal every visitor to the host. It is loaded when a pointer or the focus is on
        the element; with <code>loading="eager"</code>, immediately.</p>`,
        html: createPlayer(
          context.clip,
          `poster="${context.clip.baseUrl}/i/splash/${context.clip.fileCode}"`,
        ),
      },
    ],
  },
  {
    name: 'subtitle',
    title: 'One subtitle',
    intro: `<p>A subtitle file, srt or vtt, and its label. The file may be on any server that allows other sites to read it (CORS).</p>`,
    demos: (context) => [
      {
        html: createPlayer(context.clip, 'subtitle-file="media/sample.en.srt" subtitle-label="English"'),
      },
      {
        caption: '<p>The same with <code>embedUrl</code>.</p>',
        html: `<linkhaul-player>
  ${createPlayerLink(
    {
      ...context.clip,
      subtitle: { file: getMediaUrl(context, 'sample.de.vtt'), label: 'Deutsch' },
    },
    'The sample clip',
  )}
</linkhaul-player>`,
      },
    ],
  },
  {
    name: 'subtitles',
    title: 'Several subtitles',
    intro: `<p>Several tracks need a published subtitle document: a small JSON file that <code>subtitleDocument</code> or the
    <a href="builder.html">embed builder</a> creates. <a href="media/subtitles.json">This one</a> has three.</p>`,
    demos: ({ clip }) => [
      {
        html: createPlayer(clip, 'subtitles-json="media/subtitles.json" poster="media/poster.jpg"'),
      },
    ],
  },
  {
    name: 'theming',
    title: 'Theming',
    intro: `<p>Custom properties for the colours, <code>::part()</code> for the rest. Size, proportions and corners are those of any
    block.</p>`,
    demos: ({ clip }) => [
      {
        html: `<style>
  .plum {
    aspect-ratio: 2 / 1;
    border-radius: 24px;
    --linkhaul-accent: #7a1f5c;
    --linkhaul-background: #2b1024;
    --linkhaul-color: #ffe9f6;
  }
  .plum::part(icon) { border-radius: 50%; padding: 1.6em }
  .plum::part(title) { inset: auto 0 0; text-align: center; font: italic 1.2em serif }
</style>
${createPlayer(clip, 'class="plum"', 'The sample clip, in plum')}`,
      },
      {
        html: `<style>
  .bare::part(title) { display: none }
  .bare::part(poster) { filter: grayscale(1) }
  .bare { --linkhaul-accent: transparent }
</style>
${createPlayer(clip, 'class="bare" poster="media/poster.jpg"')}`,
      },
    ],
  },
  {
    name: 'lazy',
    title: 'Lazy loading and no script',
    intro: `<p>The element makes no request to the host before a pointer or the focus is on it. Without script, its link leads to the
    player.</p>`,
    demos: (context) => {
      const withPoster = createPlayerLink(
        { ...context.clip, poster: getMediaUrl(context, 'poster.jpg') },
        'The sample clip',
      );
      const bare = `<base target="_top"><linkhaul-player>${withPoster}</linkhaul-player>`;
      return [
        {
          caption: '<p>Scripts are disabled in this frame.</p>',
          html: `<iframe sandbox="allow-top-navigation-by-user-activation" title="Without script" srcdoc="${escapeHtml(bare)}"></iframe>`,
        },
        {
          caption: `<p>The element becomes larger when the script runs. This rule reserves the space and avoids the layout shift.</p>`,
          html: `<style>
  linkhaul-player { display: block; aspect-ratio: 16 / 9 }
</style>
<linkhaul-player>
  ${withPoster}
</linkhaul-player>`,
        },
        {
          class: 'below-fold',
          caption: '<p>This poster is loaded when it is near the viewport.</p>',
          html: createPlayer(context.clip, 'poster="media/poster.jpg?far"', 'Far below'),
        },
      ];
    },
  },
  {
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
  },
  {
    name: 'csp',
    title: 'Strict CSP',
    intro: `<p>This page enforces a strict Content Security Policy and Trusted Types. The <a href="builder.html">embed builder</a> and
    <code>createCspLine</code> create the directives for your own website.</p>`,
    head: (context) => `<meta http-equiv="content-security-policy" content="${policy(context)}">`,
    demos: (context) => [
      {
        html: createPlayer(context.clip, `poster="${getMediaUrl(context, 'poster.jpg')}"`),
        caption: `<p>The policy of this page:</p><pre><code>${policy(context).replaceAll('; ', ';\n')}</code></pre>`,
      },
    ],
  },
  {
    name: 'sandbox',
    title: 'Sandbox',
    intro: `<p>The frame has another origin and cannot read your page. Two attributes restrict it further. Both are off by default, because
    some hosts and files do not work with them.</p>`,
    demos: ({ clip }) => [
      {
        caption: `<p><code>sandbox</code>: the player cannot open windows, start downloads or navigate your page. Hosts that need one of
        these, or refuse to play in a sandbox, do not work.</p>`,
        html: createPlayer(clip, 'sandbox'),
      },
      {
        caption: `<p><code>credentialless</code>: no cookies of the host, and temporary storage. Files that need a login do not play. Only
        Chromium supports it.</p>`,
        html: createPlayer(clip, 'credentialless'),
      },
    ],
  },
  {
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
  },
  {
    name: 'many',
    title: 'Many players',
    intro: `<p>Fifty players make no request to the host before they are activated; the network panel shows it. They share one style
    sheet.</p>`,
    demos: ({ clip }) => [
      {
        class: 'grid',
        html: Array.from({ length: 50 }, (_, index) =>
          createPlayer(clip, 'poster="media/poster.jpg"', `Number ${index + 1}`),
        ).join('\n'),
      },
    ],
  },
  {
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
  },
];
