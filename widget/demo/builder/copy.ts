/** A button that copies a text and says so. */
import { h, setText } from './dom.ts';

export interface CopyButton {
  readonly element: HTMLElement;
  /** Sets what is copied. */
  update(text: string): void;
}

/** @param what Names the text for those who hear the page. */
export function copyButton(what: string): CopyButton {
  let text = '';
  const said = h('span', { className: 'note', role: 'status' });
  const button = h('button', { type: 'button', className: 'small', onclick: () => void copy() }, 'Copy');
  button.ariaLabel = `Copy ${what}`;

  async function copy(): Promise<void> {
    try {
      await navigator.clipboard.writeText(text);
      setText(said, 'Copied.');
    } catch (error) {
      console.error('Copying failed', error);
      setText(said, 'The browser did not allow it. Select the text and copy it by hand.');
    }
  }

  return {
    element: h('span', { className: 'copy' }, button, said),
    update(next) {
      if (next === text) return;
      text = next;
      setText(said, '');
    },
  };
}
