/** The results of the draft: a preview of the player, and the code in every format. */
import '../../src/element.ts';
import { type BuilderState, createCspLine } from '../../src/builder/index.ts';
import { type EmbedCodeOptions, type EmbedFormat, embedCode, embedFormats } from '../../src/index.ts';
import { createCopyButton } from './copy-button.ts';
import { h, setText } from './dom.ts';
import type { Part } from './field.ts';
import { formats } from './texts.ts';

const PREVIEW_DEBOUNCE_MS = 500;

export function createPreviewPart(): Part {
  const player = document.createElement('linkhaul-player');
  player.loading = 'eager';
  const placeholder = h('p', { className: 'placeholder' }, 'Choose a file, and the player appears here.');
  let timer: ReturnType<typeof setTimeout> | undefined;

  function show(options: EmbedCodeOptions | null): void {
    player.hidden = !options;
    placeholder.hidden = options !== null;
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
    element: h('section', {}, h('h2', {}, 'Preview'), player, placeholder),
    update({ reading }) {
      clearTimeout(timer);
      timer = setTimeout(() => show(reading.preview), PREVIEW_DEBOUNCE_MS);
    },
  };
}

export function createCodePart(): Part {
  const placeholder = h('p', {}, 'Choose a file and fix any errors to get the code.');
  const rows = embedFormats.map(createFormatRow);
  const list = h('div', { className: 'formats' }, ...rows.map(({ element }) => element));
  return {
    element: h('section', {}, h('h2', {}, 'Code'), placeholder, list),
    update({ reading: { options } }: BuilderState) {
      placeholder.hidden = options !== null;
      list.hidden = options === null;
      if (options) for (const row of rows) row.update(options);
    },
  };
}

function createFormatRow(format: EmbedFormat) {
  const { name, hint } = formats[format];
  const [copyCode, copyPolicy] = [createCopyButton(name), createCopyButton(`the policy for ${name}`)];
  const code = h('code');
  const directives = h('code');
  const explanation = h('p', {});
  const policy = h('div', { className: 'policy' }, explanation, h('pre', {}, directives), copyPolicy.element);
  const details = h(
    'details',
    { open: format === 'web-component' },
    h('summary', {}, name),
    h('p', { className: 'neutral' }, hint),
    h('pre', {}, code),
    policy,
  );
  details.name = 'format';
  return {
    element: h('div', { className: 'format' }, details, copyCode.element),
    update(options: EmbedCodeOptions) {
      const text = embedCode(options, format);
      const cspLine = createCspLine(options, format);
      setText(code, text);
      setText(directives, cspLine);
      setText(
        explanation,
        cspLine
          ? 'If the website sends a Content Security Policy, it has to allow this:'
          : 'Nothing needs to be allowed in a website’s Content Security Policy.',
      );
      for (const part of policy.querySelectorAll<HTMLElement>('pre, .copy')) part.hidden = cspLine === '';
      copyCode.update(text);
      copyPolicy.update(cspLine);
    },
  };
}
