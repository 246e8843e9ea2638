/** The subtitle tracks, and the document that several of them need. */
import {
  addTrack,
  type Builder,
  type BuilderState,
  changeTrack,
  hasSameTracks,
  moveTrack,
  removeTrack,
} from '../../src/builder/index.ts';
import { copyButton } from './copy.ts';
import { h, setText } from './dom.ts';
import { field, type Part } from './field.ts';
import { documentOutcome, subtitleOutcome } from './texts.ts';

const FILE_NAME = 'subtitles.json';

export function tracksPart(builder: Builder): Part {
  const rows = new Map<string, Part>();
  const list = h('ol', { className: 'tracks' });
  const said = h('p', { className: 'hidden', role: 'status' });
  const add = h('button', { type: 'button', onclick: () => enter() }, 'Add a track');
  const listed = documentPart(builder);

  function enter(): void {
    builder.change(addTrack);
    list.lastElementChild?.querySelector('input')?.focus();
  }

  function move(id: string, by: number): void {
    const focused = document.activeElement;
    builder.change((draft) => moveTrack(draft, id, by));
    // Browsers take the focus from what they move.
    if (focused instanceof HTMLElement) focused.focus();
    const place = builder.state.draft.tracks.findIndex((track) => track.id === id) + 1;
    setText(said, `It is number ${place} of ${rows.size} now.`);
  }

  function remove(id: string): void {
    const row = rows.get(id)?.element;
    const heir = row?.nextElementSibling ?? row?.previousElementSibling;
    builder.change((draft) => removeTrack(draft, id));
    (heir?.querySelector('input') ?? add).focus();
    setText(said, 'The track was removed.');
  }

  return {
    element: h('section', {}, h('h2', {}, 'Subtitles'), list, add, said, listed.element),
    update(state) {
      const { tracks } = state.draft;
      for (const [id, { element }] of rows) {
        if (tracks.some((track) => track.id === id)) continue;
        element.remove();
        rows.delete(id);
      }
      for (const [index, { id }] of tracks.entries()) {
        let row = rows.get(id);
        if (!row) {
          row = trackRow(builder, id, { move: (by) => move(id, by), remove: () => remove(id) });
          rows.set(id, row);
        }
        const present = list.children[index];
        if (present !== row.element) list.insertBefore(row.element, present ?? null);
        row.update(state);
      }
      listed.update(state);
    },
  };
}

interface TrackActs {
  readonly move: (by: number) => void;
  readonly remove: () => void;
}

function trackRow(builder: Builder, id: string, { move, remove }: TrackActs): Part {
  const trackOf = (state: BuilderState) => state.draft.tracks.find((track) => track.id === id);
  const src = field(builder, {
    label: 'Address of the subtitles',
    placeholder: 'https://',
    field: `${id}.src`,
    get: ({ tracks }) => tracks.find((track) => track.id === id)?.src ?? '',
    set: (draft, value) => changeTrack(draft, id, { src: value }),
    outcome: ({ subtitles }) => (subtitles[id] ? subtitleOutcome(subtitles[id]) : null),
  });
  const label = field(builder, {
    label: 'Language or label',
    field: `${id}.label`,
    get: ({ tracks }) => tracks.find((track) => track.id === id)?.label ?? '',
    set: (draft, value) => changeTrack(draft, id, { label: value }),
  });
  const isDefault = h('input', {
    type: 'checkbox',
    onchange: () => builder.change((draft) => changeTrack(draft, id, { isDefault: isDefault.checked })),
  });
  const choice = h('label', { className: 'choice' }, isDefault, 'Shown from the start');
  const button = (text: string, act: () => void) =>
    h('button', { type: 'button', className: 'small', onclick: act }, text);
  const acts = {
    up: button('↑', () => move(-1)),
    down: button('↓', () => move(1)),
    remove: button('✕', remove),
  };
  const element = h(
    'li',
    {
      className: 'track',
      onkeydown: (event) => {
        const by = { ArrowUp: -1, ArrowDown: 1 }[event.key];
        if (by === undefined || !event.altKey) return;
        event.preventDefault();
        move(by);
      },
    },
    src.element,
    label.element,
    h('div', { className: 'acts' }, choice, acts.up, acts.down, acts.remove),
  );
  return {
    element,
    update(state) {
      const index = state.draft.tracks.findIndex((track) => track.id === id);
      const name = `track ${index + 1}`;
      element.ariaLabel = name;
      acts.up.ariaLabel = `Move ${name} up`;
      acts.down.ariaLabel = `Move ${name} down`;
      acts.remove.ariaLabel = `Remove ${name}`;
      // Not `disabled`: what has the focus would lose it.
      acts.up.ariaDisabled = index === 0 ? 'true' : null;
      acts.down.ariaDisabled = index === state.draft.tracks.length - 1 ? 'true' : null;
      isDefault.checked = trackOf(state)?.isDefault ?? false;
      const isAlone = state.draft.tracks.length === 1;
      acts.up.hidden = isAlone;
      acts.down.hidden = isAlone;
      choice.hidden = !state.reading.isList;
      src.update(state);
      label.update(state);
    },
  };
}

function documentPart(builder: Builder): Part {
  const copy = copyButton('the subtitle document');
  const save = h('button', { type: 'button', onclick: () => download(builder.state) }, `Save ${FILE_NAME}`);
  const address = field(builder, {
    label: 'Address of the document',
    placeholder: 'https://',
    field: 'document',
    get: (draft) => draft.document,
    set: (draft, document) => ({ ...draft, document }),
    outcome: ({ document: check, draft }) =>
      check && documentOutcome(check, check.state === 'good' && hasSameTracks(draft, check.tracks)),
  });
  const why = h(
    'p',
    {},
    'Several tracks need a document that lists them. Save it, put it on your website, and say where it is.',
  );
  const acts = h('div', { className: 'acts' }, save, copy.element);
  const element = h('div', { className: 'document' }, why, acts, address.element);
  return {
    element,
    update(state) {
      element.hidden = !state.reading.isList && state.draft.document === '';
      acts.hidden = state.reading.document === null;
      copy.update(state.reading.document ?? '');
      address.update(state);
    },
  };
}

function download({ reading }: BuilderState): void {
  const file = new Blob([reading.document ?? ''], { type: 'application/json' });
  const link = h('a', { href: URL.createObjectURL(file), download: FILE_NAME });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
