import { Icon } from '../icons/Icon.tsx';

interface FoldButtonProps {
  readonly title: string;
  readonly isOpen: boolean;
  readonly onOpen: () => void;
  readonly class?: string;
}

/** Folds the uploads below it. The grid moves the focus. */
export const FoldButton = ({ title, isOpen, onOpen, class: more = '' }: FoldButtonProps) => (
  <button
    type="button"
    class={`${more} bare-button row medium`}
    aria-expanded={isOpen}
    onClick={onOpen}
    tabIndex={-1}
  >
    <span class="one-line" dir="auto" title={title}>
      {title}
    </span>
    <Icon name="down" class={isOpen ? '' : 'upload-folded'} />
  </button>
);
