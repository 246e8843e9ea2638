/** A modal dialog within the page. It traps the focus and returns it on close. */
import type { ComponentChildren } from 'preact';
import { useId, useLayoutEffect, useRef } from 'preact/hooks';
import { Button, type ButtonProps } from '../button/Button.tsx';
import { isComposing } from '../keys/key-press.ts';
import { t } from '../text.ts';
import './dialog.css';

interface DialogProps {
  readonly title: string;
  readonly onClose: () => void;
  readonly children: ComponentChildren;
  readonly kind?: 'question' | 'panel' | 'preview';
}

export function Dialog({ title, onClose, children, kind = 'question' }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const heading = useId();

  useLayoutEffect(() => {
    const element = dialog.current;
    if (!element) return;
    element.showModal();
    return () => element.close();
  }, []);

  return (
    <dialog
      ref={dialog}
      class={`dialog framed pad-4 dialog-${kind}`}
      aria-labelledby={heading}
      onCancel={(event) => {
        // The owner decides when it closes.
        event.preventDefault();
        if (!isComposing()) onClose();
      }}
      // Chromium closes it on a second Escape anyway.
      onClose={({ currentTarget: { isConnected, open }, currentTarget }) =>
        isConnected && !open && currentTarget.showModal()
      }
    >
      <h2 id={heading} class="dialog-title heading break-anywhere" dir="auto">
        {title}
      </h2>
      {children}
    </dialog>
  );
}

export interface DialogButtonsProps extends Pick<ButtonProps, 'kind' | 'isBusy' | 'disabled'> {
  /** A verb, never "OK". */
  readonly confirmLabel: string;
  /** If undefined, the button submits the form around it. */
  readonly onConfirm?: () => unknown;
  readonly onCancel: () => void;
  readonly isOver?: boolean;
  /** The action is being stored and can't be cancelled any more. */
  readonly isStarting?: boolean;
}

export function DialogButtons(props: DialogButtonsProps) {
  const { confirmLabel, onConfirm, onCancel, isOver = false, isStarting = false, ...button } = props;
  return (
    <div class="dialog-buttons">
      <Button onClick={onCancel} disabled={isStarting} isFirstFocus={button.kind === 'danger'}>
        {t(isOver ? 'common.close' : 'common.cancel')}
      </Button>
      <Button
        kind="primary"
        type={onConfirm ? 'button' : 'submit'}
        onClick={onConfirm}
        {...button}
        isBusy={isStarting || button.isBusy === true}
      >
        {confirmLabel}
      </Button>
    </div>
  );
}

export interface QuestionProps {
  readonly title: string;
  readonly text: string;
  readonly confirmLabel: string;
  readonly onConfirm: () => unknown;
  readonly onClose: () => void;
}

/** Asks before something that can't be undone. The focus starts on Cancel. */
export function Question({ title, text, confirmLabel, onConfirm, onClose }: QuestionProps) {
  return (
    <Dialog title={title} onClose={onClose}>
      <p class="dialog-text break-anywhere tone-quiet">{text}</p>
      <DialogButtons
        kind="danger"
        confirmLabel={confirmLabel}
        onConfirm={() => {
          onClose();
          void onConfirm();
        }}
        onCancel={onClose}
      />
    </Dialog>
  );
}
