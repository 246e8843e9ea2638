import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { Icon, type IconName } from '../icons/Icon.tsx';
import './button.css';

export interface ButtonProps {
  readonly children: ComponentChildren;
  /** A promise keeps the button busy until it settles. It must not reject. */
  readonly onClick?: (() => unknown) | undefined;
  readonly kind?: 'primary' | 'plain' | 'quiet' | 'danger';
  readonly isSmall?: boolean;
  readonly type?: 'button' | 'submit';
  readonly icon?: IconName;
  /** Also busy for a reason outside the button. */
  readonly isBusy?: boolean;
  readonly disabled?: boolean;
  readonly label?: string;
  readonly tabIndex?: number;
  /** Gets the focus when its dialog opens. */
  readonly isFirstFocus?: boolean;
}

// No form navigates. Each has a button.
globalThis.document?.addEventListener('submit', (event) => event.preventDefault(), true);

export function Button(props: ButtonProps) {
  const { kind = 'plain', isSmall = false, type = 'button', icon, label, disabled = false, tabIndex } = props;
  const [isActing, run] = useBusy(props.onClick);
  const isBusy = isActing || props.isBusy === true;
  return (
    // A busy button keeps the focus, which a disabled one would lose.
    <button
      type={type}
      class={`button button-${kind}${isSmall ? ' button-small' : ''}`}
      aria-label={label}
      aria-disabled={isBusy || undefined}
      aria-busy={isBusy || undefined}
      disabled={disabled}
      tabIndex={tabIndex}
      autofocus={props.isFirstFocus}
      onClick={(event) => {
        if (isBusy) event.preventDefault();
        else run();
      }}
    >
      {icon && <Icon name={icon} />}
      <span>{props.children}</span>
    </button>
  );
}

interface IconButtonProps {
  readonly icon: IconName;
  readonly label: string;
  readonly onClick: () => unknown;
  readonly isPressed?: boolean;
  readonly tabIndex?: number;
}

export function IconButton({ icon, label, onClick, isPressed, tabIndex }: IconButtonProps) {
  const [isBusy, run] = useBusy(onClick);
  return (
    <button
      type="button"
      class="icon-button"
      aria-label={label}
      title={label}
      aria-pressed={isPressed}
      aria-busy={isBusy || undefined}
      tabIndex={tabIndex}
      onClick={() => !isBusy && run()}
    >
      <Icon name={icon} />
    </button>
  );
}

function useBusy(onClick: ButtonProps['onClick']): [isBusy: boolean, run: () => void] {
  const [isBusy, setBusy] = useState(false);
  const run = () => {
    const work = onClick?.();
    if (!(work instanceof Promise)) return;
    setBusy(true);
    void work.finally(() => setBusy(false));
  };
  return [isBusy, run];
}
