/**
 * The embed builder as a page of the demo site: a user interface for `src/builder` without a framework.
 */
import { addTrack, applyFileOptions, createBuilder, newDraft } from '../../src/builder/index.ts';
import { h } from './dom.ts';
import { createDraftField, type Part } from './field.ts';
import { createCodePart, createPreviewPart } from './result.ts';
import { createTracksPart } from './tracks.ts';

/** Address of the host, code of the sample clip, and address of the media folder; see `pages/builder.ts`. */
const [baseUrl = '', file = '', media = ''] =
  document.querySelector<HTMLMetaElement>('meta[name="linkhaul-demo"]')?.content.split(' ') ?? [];

const draft = newDraft({ baseUrl, file, title: 'The sample clip', poster: `${media}poster.jpg` });
const builder = createBuilder({
  draft: addTrack(draft, { src: `${media}sample.en.srt`, label: 'English' }),
});

const parts: readonly Part[] = [
  createFilePart(),
  createPosterPart(),
  createTracksPart(builder),
  createSizePart(),
  createPreviewPart(),
  createCodePart(),
];
const elements = parts.map(({ element }) => element);
const form = h('div', {}, ...elements.slice(0, 4));
const results = h('div', {}, ...elements.slice(4));
document.querySelector('main')?.append(h('div', { className: 'builder' }, form, results));

const update = () => {
  for (const part of parts) part.update(builder.state);
};
builder.subscribe(update);
update();

function createFilePart(): Part {
  const fileField = createDraftField(builder, 'file', {
    label: 'File code or any link to the file',
    hint: 'Its code, or the address of its page: /e/… or /d/…',
  });
  const service = createDraftField(builder, 'baseUrl', { label: 'Address of the service' });
  const title = createDraftField(builder, 'title', {
    label: 'Title',
    hint: 'For screen readers, and as link text.',
  });
  const onclick = () => builder.change(applyFileOptions);
  const useOptions = h('button', { type: 'button', onclick }, 'Use them');
  const optionsNotice = h('p', {}, 'This address includes a poster or subtitles. ', useOptions);
  const status = h('div', { role: 'status' });
  return {
    element: h('section', {}, h('h2', {}, 'File'), fileField.element, status, service.element, title.element),
    update(state) {
      for (const part of [fileField, service, title]) part.update(state);
      if (state.reading.file?.options) status.replaceChildren(optionsNotice);
      else optionsNotice.remove();
    },
  };
}

function createPosterPart(): Part {
  let loaded: { address: string; ok: boolean } | null = null;
  const picture = h('img', { className: 'poster-preview', alt: '', referrerPolicy: 'no-referrer' });
  for (const [type, ok] of [
    ['load', true],
    ['error', false],
  ] as const) {
    picture.addEventListener(type, () => {
      loaded = { address: picture.src, ok };
      update();
    });
  }
  const address = createDraftField(builder, 'poster', {
    label: 'Image address',
    hint: 'Shown until the video plays. Without one, the player shows its own.',
    outcome: ({ reading }) => {
      if (!reading.preview?.poster || loaded?.address !== picture.src) return null;
      return loaded.ok
        ? { tone: 'good', text: 'The image loads.' }
        : { tone: 'bad', text: 'Couldn’t load an image from this address.' };
    },
  });
  let timer: ReturnType<typeof setTimeout> | undefined;
  return {
    element: h('section', {}, h('h2', {}, 'Poster'), address.element, picture),
    update(state) {
      address.update(state);
      const wanted = state.reading.preview?.poster;
      picture.hidden = !wanted || !(loaded?.address === picture.src && loaded.ok);
      clearTimeout(timer);
      timer = setTimeout(() => {
        if (wanted && picture.src !== new URL(wanted).href) picture.src = wanted;
      }, 400);
    },
  };
}

function createSizePart(): Part {
  const width = createDraftField(builder, 'width', { label: 'Width in pixels', placeholder: '640' });
  const height = createDraftField(builder, 'height', { label: 'Height in pixels', placeholder: '360' });
  const script = createDraftField(builder, 'script', {
    label: 'Address of linkhaul-player.js',
    hint: 'For the web component; on your website or anywhere else.',
    placeholder: '/linkhaul-player.js',
  });
  return {
    element: h(
      'details',
      {},
      h('summary', {}, 'Size and script'),
      h('div', { className: 'columns' }, width.element, height.element),
      script.element,
    ),
    update(state) {
      for (const part of [width, height, script]) part.update(state);
    },
  };
}
