/** The subtitle tracks, and the document that several of them need. */
import {
  addTrack,
  type Builder,
  type BuilderState,
  changeTrack,
  type EmbedDraft,
  hasSameTracks,
  moveTrack,
  removeTrack,
} from '../../src/builder/index.ts';
import { createCopyButton } from './copy-button.ts';
import { h, setText } from './dom.ts';
import { createDraftField, createField, type Part } from './field.ts';
import { describeDocument, describeSubtitle } from './texts.ts';

const FILE_NAME = 'subtitles.json';

export function createTracksPart(builder: Builder): Part {
  const rows = new Map<string, Part>();
  const list = h('ol', { className: 'tracks' });
  const status = h('p', { className: 'visually-hidden', role: 'status' });
  const addButton = h('button', { type: 'button', onclick: () => add() }, 'Add a track');
  const documentPart = createDocumentPart(builder);

  function add(): void {
    builder.change(addTrack);
    list.lastElementChild?.querySelector('input')?.focus();
  }

  function move(id: string, by: number): void {
    const focused = document.activeElement;
    builder.change((draft) => moveTrack(draft, id, by));
    // Moving an element in the document removes its focus.
    if (focused instanceof HTMLElement) focused.focus();
    const place = builder.state.draft.tracks.findIndex((track) => track.id === id) + 1;
    setText(status, `It is number ${place} of ${rows.size} now.`);
  }

  function remove(id: string): void {
    const row = rows.get(id)?.element;
    const neighbor = row?.nextElementSibling ?? row?.previousElementSibling;
    builder.change((draft) => removeTrack(draft, id));
    (neighbor?.querySelector('input') ?? addButton).focus();
    setText(status, 'The track was removed.');
  }

  return {
    element: h('section', {}, h('h2', {}, 'Subtitles'), list, addButton, status, documentPart.element),
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
          row = createTrackRow(builder, id, { move: (by) => move(id, by), remove: () => remove(id) });
          rows.set(id, row);
        }
        const present = list.children[index];
        if (present !== row.element) list.insertBefore(row.element, present ?? null);
        row.update(state);
      }
      documentPart.update(state);
    },
  };
}

interface TrackActions {
  readonly move: (by: number) => void;
  readonly remove: () => void;
}

function createTrackRow(builder: Builder, id: string, { move, remove }: TrackActions): Part {
  const getTrack = ({ tracks }: EmbedDraft) => tracks.find((track) => track.id === id);
  const src = createField(builder, {
    label: 'Address of the subtitles',
    placeholder: 'https://',
    field: `${id}.src`,
    get: (draft) => getTrack(draft)?.src ?? '',
    set: (draft, value) => changeTrack(draft, id, { src: value }),
    outcome: ({ subtitles }) => (subtitles[id] ? describeSubtitle(subtitles[id]) : null),
  });
  const label = createField(builder, {
    label: 'Language or label',
    field: `${id}.label`,
    get: (draft) => getTrack(draft)?.label ?? '',
    set: (draft, value) => changeTrack(draft, id, { label: value }),
  });
  const isDefault = h('input', {
    type: 'checkbox',
    onchange: () => builder.change((draft) => changeTrack(draft, id, { isDefault: isDefault.checked })),
  });
  const defaultLabel = h('label', { className: 'default-track' }, isDefault, 'On by default');
  const createButton = (text: string, onclick: () => void) =>
    h('button', { type: 'button', className: 'small', onclick }, text);
  const buttons = {
    up: createButton('↑', () => move(-1)),
    down: createButton('↓', () => move(1)),
    remove: createButton('✕', remove),
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
    h('div', { className: 'actions' }, defaultLabel, buttons.up, buttons.down, buttons.remove),
  );
  return {
    element,
    update(state) {
      const index = state.draft.tracks.findIndex((track) => track.id === id);
      const name = `track ${index + 1}`;
      element.ariaLabel = name;
      buttons.up.ariaLabel = `Move ${name} up`;
      buttons.down.ariaLabel = `Move ${name} down`;
      buttons.remove.ariaLabel = `Remove ${name}`;
      // `disabled` would remove the focus.
      buttons.up.ariaDisabled = index === 0 ? 'true' : null;
      buttons.down.ariaDisabled = index === state.draft.tracks.length - 1 ? 'true' : null;
      isDefault.checked = getTrack(state.draft)?.isDefault ?? false;
      const isAlone = state.draft.tracks.length === 1;
      buttons.up.hidden = isAlone;
      buttons.down.hidden = isAlone;
      defaultLabel.hidden = !state.reading.needsDocument;
      src.update(state);
      label.update(state);
    },
  };
}

function createDocumentPart(builder: Builder): Part {
  const copy = createCopyButton('the subtitle document');
  const save = h('button', { type: 'button', onclick: () => download(builder.state) }, `Save ${FILE_NAME}`);
  const address = createDraftField(builder, 'document', {
    label: 'Address of the document',
    placeholder: 'https://',
    outcome: ({ document: check, draft }) =>
      check && describeDocument(check, check.state === 'good' && hasSameTracks(draft, check.tracks)),
  });
  const explanation = h(
    'p',
    {},
    'Several tracks need a document that lists them. Save it, put it on your website, and say where it is.',
  );
  const actions = h('div', { className: 'actions' }, save, copy.element);
  const element = h('div', { className: 'document' }, explanation, actions, address.element);
  return {
    element,
    update(state) {
      element.hidden = !state.reading.needsDocument && state.draft.document === '';
      actions.hidden = state.reading.document === null;
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
