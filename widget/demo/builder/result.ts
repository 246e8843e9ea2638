/** What comes of the draft: the player itself, and the code in every format. */
import '../../src/element.ts';
import { type BuilderState, createCspLine } from '../../src/builder/index.ts';
import { type EmbedCodeOptions, type EmbedFormat, embedCode, embedFormats } from '../../src/index.ts';
import { copyButton } from './copy.ts';
import { h, setText } from './dom.ts';
import type { Part } from './field.ts';
import { formats } from './texts.ts';

/** How long nothing changes before the player is loaded anew; milliseconds. */
const RELOAD_DELAY_MS = 500;

export function previewPart(): Part {
  const player = document.createElement('linkhaul-player');
  player.loading = 'eager';
  const none = h('p', { className: 'stage' }, 'Choose a file, and the player appears here.');
  let timer: ReturnType<typeof setTimeout> | undefined;

  function show(options: EmbedCodeOptions | null): void {
    player.hidden = !options;
    none.hidden = options !== null;
    if (!options) return;
    const { baseUrl, fileCode, title = '', poster = null, subtitle, subtitles, allowHttp = false } = options;
    Object.assign(player, { baseUrl, fileCode, title, poster, allowHttp });
    Object.assign(player, {
      subtitleFile: subtitle?.file ?? null,
      subtitleLabel: subtitle?.label ?? null,
      subtitlesJson: subtitles?.json ?? null,
    });
  }

  return {
    element: h('section', {}, h('h2', {}, 'Preview'), player, none),
    update({ reading }) {
      clearTimeout(timer);
      timer = setTimeout(() => show(reading.preview), RELOAD_DELAY_MS);
    },
  };
}

export function codePart(): Part {
  const none = h('p', {}, 'The code appears here when there is a file and nothing else is missing or wrong.');
  const rows = embedFormats.map(formatRow);
  const list = h('div', { className: 'formats' }, ...rows.map(({ element }) => element));
  return {
    element: h('section', {}, h('h2', {}, 'Code'), none, list),
    update({ reading: { options } }: BuilderState) {
      none.hidden = options !== null;
      list.hidden = options === null;
      if (options) for (const row of rows) row.update(options);
    },
  };
}

function formatRow(format: EmbedFormat) {
  const { name, hint } = formats[format];
  const [copyCode, copyPolicy] = [copyButton(name), copyButton(`the policy for ${name}`)];
  const code = h('code');
  const line = h('code');
  const why = h('p', {});
  const policy = h('div', { className: 'policy' }, why, h('pre', {}, line), copyPolicy.element);
  const details = h(
    'details',
    { open: format === 'web-component' },
    h('summary', {}, name),
    h('p', { className: 'quiet' }, hint),
    h('pre', {}, code),
    policy,
  );
  details.name = 'format';
  return {
    element: h('div', { className: 'format' }, details, copyCode.element),
    update(options: EmbedCodeOptions) {
      const text = embedCode(options, format);
      const needs = createCspLine(options, format);
      setText(code, text);
      setText(line, needs);
      setText(
        why,
        needs
          ? 'If the website sends a Content Security Policy, it has to allow this:'
          : 'Nothing needs to be allowed in a website’s Content Security Policy.',
      );
      for (const part of policy.querySelectorAll<HTMLElement>('pre, .copy')) part.hidden = needs === '';
      copyCode.update(text);
      copyPolicy.update(needs);
    },
  };
}
