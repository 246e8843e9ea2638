/** A button that copies a text and reports success or failure. */
import { h, setText } from './dom.ts';

export interface CopyButton {
  readonly element: HTMLElement;
  /** Sets what is copied. */
  update(text: string): void;
}

/** @param what Name of the text, for the accessible label. */
export function createCopyButton(what: string): CopyButton {
  let text = '';
  const status = h('span', { className: 'note', role: 'status' });
  const button = h('button', { type: 'button', className: 'small', onclick: () => void copy() }, 'Copy');
  button.ariaLabel = `Copy ${what}`;

  async function copy(): Promise<void> {
    try {
      await navigator.clipboard.writeText(text);
      setText(status, 'Copied.');
    } catch (error) {
      console.error('Copying failed', error);
      setText(status, 'Your browser didn’t allow copying. Select the text and copy it.');
    }
  }

  return {
    element: h('span', { className: 'copy' }, button, status),
    update(next) {
      if (next === text) return;
      text = next;
      setText(status, '');
    },
  };
}
