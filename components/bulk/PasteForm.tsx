import { useId } from 'preact/hooks';
import { PasteBox } from '../field/PasteBox.tsx';
import { t } from '../text.ts';

interface PasteFormProps {
  readonly hint: string;
  readonly rows: number;
  readonly value: string;
  readonly onInput: (value: string) => void;
  readonly onSubmit: () => unknown;
}

/** For links or file codes. */
export function PasteForm({ hint, onSubmit, ...box }: PasteFormProps) {
  const id = useId();
  return (
    <form class="stack" onSubmit={onSubmit}>
      <label class="visually-hidden" for={id}>
        {t('bulk.paste.label')}
      </label>
      <p id={`${id}-hint`} class="tone-quiet">
        {hint}
      </p>
      <PasteBox {...box} id={id} aria-keyshortcuts="Control+Enter" />
    </form>
  );
}
