/**
 * The embed builder as a page of the demo site: the same as in Linkhaul's manager, drawn with nothing but the browser. What
 * it knows is `src/builder`; here are fields and sentences.
 */
import {
  addTrack,
  applyFileOptions,
  type Builder,
  createBuilder,
  newDraft,
} from '../../src/builder/index.ts';
import { h } from './dom.ts';
import { field, type Part } from './field.ts';
import { codePart, previewPart } from './result.ts';
import { tracksPart } from './tracks.ts';

/** Host, code of the sample clip, and where the samples lie. */
const [baseUrl = '', file = '', media = ''] =
  document.querySelector<HTMLMetaElement>('meta[name="linkhaul-demo"]')?.content.split(' ') ?? [];

const draft = newDraft({ baseUrl, file, title: 'The sample clip', poster: `${media}poster.jpg` });
const builder = createBuilder({
  draft: addTrack(draft, { src: `${media}sample.en.srt`, label: 'English' }),
});

const parts: readonly Part[] = [
  filePart(builder),
  posterPart(builder),
  tracksPart(builder),
  sizePart(builder),
  previewPart(),
  codePart(),
];
const [fileOf, posterOf, tracksOf, sizeOf, ...results] = parts.map(({ element }) => element);
const form = h(
  'div',
  { className: 'form' },
  ...[fileOf, posterOf, tracksOf, sizeOf].filter((each) => each !== undefined),
);
document.querySelector('main')?.append(h('div', { className: 'builder' }, form, h('div', {}, ...results)));

const update = () => {
  for (const part of parts) part.update(builder.state);
};
builder.subscribe(update);
update();

function filePart(to: Builder): Part {
  const which = field(to, {
    label: 'File code or any address of the file',
    hint: 'Its code, or the address of its page: /e/… or /d/…',
    field: 'file',
    get: (now) => now.file,
    set: (now, value) => ({ ...now, file: value }),
  });
  const service = field(to, {
    label: 'Address of the service',
    field: 'baseUrl',
    get: (now) => now.baseUrl,
    set: (now, value) => ({ ...now, baseUrl: value }),
  });
  const title = field(to, {
    label: 'Title',
    hint: 'Read out by screen readers, and the text of links.',
    get: (now) => now.title,
    set: (now, value) => ({ ...now, title: value }),
  });
  const use = h('button', { type: 'button', onclick: () => to.change(applyFileOptions) }, 'Use them');
  const optionsNotice = h('p', { className: 'brought' }, 'This address brings a poster or subtitles. ', use);
  const place = h('div', { role: 'status' });
  return {
    element: h('section', {}, h('h2', {}, 'File'), which.element, place, service.element, title.element),
    update(state) {
      for (const part of [which, service, title]) part.update(state);
      if (state.reading.file?.brings) place.replaceChildren(optionsNotice);
      else optionsNotice.remove();
    },
  };
}

function posterPart(to: Builder): Part {
  let loaded: { address: string; ok: boolean } | null = null;
  const picture = h('img', { className: 'picture', alt: '', referrerPolicy: 'no-referrer' });
  for (const [type, ok] of [
    ['load', true],
    ['error', false],
  ] as const) {
    picture.addEventListener(type, () => {
      loaded = { address: picture.src, ok };
      update();
    });
  }
  const address = field(to, {
    label: 'Address of a picture',
    hint: 'Shown before it plays. Without one, the player shows its own.',
    field: 'poster',
    get: (now) => now.poster,
    set: (now, value) => ({ ...now, poster: value }),
    outcome: ({ reading }) => {
      if (!reading.preview?.poster || loaded?.address !== picture.src) return null;
      return loaded.ok
        ? { tone: 'good', text: 'The picture loads.' }
        : { tone: 'bad', text: 'No picture could be loaded from this address.' };
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

function sizePart(to: Builder): Part {
  const width = field(to, {
    label: 'Width in pixels',
    placeholder: '640',
    field: 'width',
    get: (now) => now.width,
    set: (now, value) => ({ ...now, width: value }),
  });
  const height = field(to, {
    label: 'Height in pixels',
    placeholder: '360',
    field: 'height',
    get: (now) => now.height,
    set: (now, value) => ({ ...now, height: value }),
  });
  const script = field(to, {
    label: 'Address of linkhaul-player.js',
    hint: 'On your website, or anywhere else; for the web component.',
    placeholder: '/linkhaul-player.js',
    field: 'script',
    get: (now) => now.script,
    set: (now, value) => ({ ...now, script: value }),
  });
  return {
    element: h(
      'details',
      {},
      h('summary', {}, 'Size and script'),
      h('div', { className: 'pair' }, width.element, height.element),
      script.element,
    ),
    update(state) {
      for (const part of [width, height, script]) part.update(state);
    },
  };
}
