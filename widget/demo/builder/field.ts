/** A labelled field with what is wrong with it, or what was found out about it, below. */
import type { Builder, BuilderState, DraftField, EmbedDraft } from '../../src/builder/index.ts';
import { h, newId, setText } from './dom.ts';
import { type Outcome, problemText } from './texts.ts';

/** Something that follows the builder's state. */
export interface Part {
  readonly element: HTMLElement;
  update(state: BuilderState): void;
}

export interface FieldOptions {
  readonly label: string;
  readonly hint?: string;
  readonly placeholder?: string;
  /** Where its problems are noted; without one, nothing can be wrong with it. */
  readonly field?: DraftField;
  readonly get: (draft: EmbedDraft) => string;
  readonly set: (draft: EmbedDraft, value: string) => EmbedDraft;
  readonly outcome?: (state: BuilderState) => Outcome | null;
}

export function field(builder: Builder, options: FieldOptions): Part {
  const { label, hint = '', get, set } = options;
  const id = newId();
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
    const problem = state.reading.problems.find(({ field: place }) => place === options.field);
    const isTyping = document.activeElement === input && value !== shown;
    const wrong = problem && !isTyping ? problemText(problem) : '';
    const outcome = options.outcome?.(state) ?? null;
    input.ariaInvalid = wrong ? 'true' : null;
    note.className = `note ${wrong ? 'bad' : (outcome?.tone ?? 'quiet')}`;
    setText(note, wrong || (outcome?.text ?? hint));
    if (!isTyping) shown = value;
  }

  return {
    element: h('div', { className: 'field' }, h('label', { htmlFor: id }, label), input, note),
    update: show,
  };
}
