/** A labelled text field, with its problem or the result of a check below. */
import type { Builder, BuilderState, DraftField, EmbedDraft } from '../../src/builder/index.ts';
import { createId, h, setText } from './dom.ts';
import { describeProblem, type Outcome } from './texts.ts';

/** A part of the page that renders the builder's state. */
export interface Part {
  readonly element: HTMLElement;
  update(state: BuilderState): void;
}

export interface FieldOptions {
  readonly label: string;
  readonly hint?: string;
  readonly placeholder?: string;
  /** Its name in problems; without one, it has no problems. */
  readonly field?: DraftField;
  readonly get: (draft: EmbedDraft) => string;
  readonly set: (draft: EmbedDraft, value: string) => EmbedDraft;
  readonly outcome?: (state: BuilderState) => Outcome | null;
}

export function createField(builder: Builder, options: FieldOptions): Part {
  const { label, hint = '', get, set } = options;
  const id = createId();
  const note = h('p', { id: `${id}-note`, className: 'note', role: 'status' });
  const input = h('input', {
    id,
    type: 'text',
    placeholder: options.placeholder ?? '',
    spellcheck: false,
    oninput: () => builder.change((draft) => set(draft, input.value)),
  });
  input.setAttribute('autocomplete', 'off');
  input.setAttribute('aria-describedby', note.id);
  // Problems are shown only after typing has stopped.
  input.onblur = () => show(builder.state);
  let shown = '';

  function show(state: BuilderState): void {
    const value = get(state.draft);
    if (input.value !== value) input.value = value;
    const problem = state.reading.problems.find(({ field }) => field === options.field);
    const isTyping = document.activeElement === input && value !== shown;
    const error = problem && !isTyping ? describeProblem(problem) : '';
    const outcome = options.outcome?.(state) ?? null;
    input.ariaInvalid = error ? 'true' : null;
    note.className = `note ${error ? 'bad' : (outcome?.tone ?? 'neutral')}`;
    setText(note, error || (outcome?.text ?? hint));
    if (!isTyping) shown = value;
  }

  return {
    element: h('div', { className: 'field' }, h('label', { htmlFor: id }, label), input, note),
    update: show,
  };
}

/** A field of the draft itself. */
export const createDraftField = (
  builder: Builder,
  name: 'file' | 'baseUrl' | 'title' | 'poster' | 'document' | 'width' | 'height' | 'script',
  options: Omit<FieldOptions, 'field' | 'get' | 'set'>,
): Part =>
  createField(builder, {
    ...options,
    ...(name !== 'title' && { field: name }),
    get: (draft) => draft[name],
    set: (draft, value) => ({ ...draft, [name]: value }),
  });
