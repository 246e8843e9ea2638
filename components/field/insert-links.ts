import { chooseText } from './read-pasted.ts';

/** Inserts copied links as one change. Unlike a changed value, it can be undone. */
export function insertLinks(box: HTMLTextAreaElement, plain: string, html: string): void {
  box.focus();
  const text = chooseText(plain, html);
  const escaped = text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
  // Chromium inserts text line by line, in time that grows with the square of the number of lines, but HTML at once. Firefox inserts no
  // HTML here, and text at once.
  if (!document.execCommand('insertHTML', false, escaped)) document.execCommand('insertText', false, text);
}
