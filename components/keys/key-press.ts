/**
 * The only reader of keyboard events (enforced by the linter). Ignores input methods, has the same shortcuts on all layouts, and doesn't
 * mistake AltGr for Ctrl+Alt.
 */

export interface KeyPress {
  /** `KeyboardEvent.key`. For letters and signs, the lower-case Latin character, whatever the layout. */
  readonly key: string;
  /** The typed text. Empty for keys such as Enter, and with Ctrl, ⌘ or Alt. */
  readonly text: string;
  readonly mod: boolean;
  readonly alt: boolean;
  readonly shift: boolean;
  /** With modifiers: `mod+a`, `shift+ArrowUp`. No `shift+` with text, because layouts differ. */
  readonly chord: string;
}

type KeyEvent = Pick<
  KeyboardEvent,
  'key' | 'code' | 'keyCode' | 'isComposing' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'
> & { readonly getModifierState: (key: string) => boolean };

export const isMac = (): boolean => /^(?:Mac|iP)/.test(navigator.platform);

export const hasModKey = (event: Pick<KeyEvent, 'ctrlKey' | 'metaKey'>): boolean =>
  isMac() ? event.metaKey : event.ctrlKey;

/** Null if the key belongs to an input method, the system (the other one of Ctrl and ⌘) or autofill. */
export function readKey(event: KeyEvent): KeyPress | null {
  if (typeof event.key !== 'string' || isInputMethodKey(event)) return null;
  // Windows reports AltGr as Ctrl+Alt.
  const isAltGr = event.getModifierState('AltGraph');
  if (!isAltGr && (isMac() ? event.ctrlKey : event.metaKey)) return null;
  const mod = !isAltGr && hasModKey(event);
  const alt = !isAltGr && event.altKey;
  const { shiftKey: shift } = event;
  const text = isText(event.key) && !mod && !alt ? event.key : '';
  const hasPlace = isText(event.key) || event.key === 'Dead' || event.key === 'Unidentified';
  const key = hasPlace ? latinKey(event) : event.key;
  const isShifted = shift && text.trim() === '';
  const chord = `${mod ? 'mod+' : ''}${alt ? 'alt+' : ''}${isShifted ? 'shift+' : ''}${key}`;
  return { key, text, mod, alt, shift, chord };
}

/** Names of keys are ASCII words. Typed text may have several letters too (Arabic "لا"). */
const isText = (key: string): boolean => !/^[A-Z]\w+$/.test(key);

function latinKey({ key, code, shiftKey }: KeyEvent): string {
  // Full-width letters count as Latin.
  const typed = key.normalize('NFKC').toLowerCase();
  if (isText(key) && /^[ -~\p{Script=Latin}]+$/u.test(typed)) return typed;
  if (code === 'Slash') return shiftKey ? '?' : '/';
  return /^(?:Key|Digit)(.)$/.exec(code)?.[1]?.toLowerCase() ?? key;
}

/** 229 is a key that the input method handled. Safari also reports it for the key that ends a composition. */
const isInputMethodKey = (event: KeyEvent): boolean => event.isComposing || event.keyCode === 229;

let composing: EventTarget | null = null;

/** Escape then belongs to the input method. */
export const isComposing = (): boolean => composing !== null && composing === document.activeElement;

/** Also keeps an input method's Enter from submitting a form. */
function followComposition(event: Event): void {
  if (event.type !== 'keydown') composing = event.type === 'compositionstart' ? event.target : null;
  else if ((event as KeyboardEvent).key === 'Enter' && isInputMethodKey(event as KeyboardEvent))
    event.preventDefault();
}

for (const type of ['compositionstart', 'compositionend', 'keydown'])
  globalThis.document?.addEventListener(type, followComposition, true);

/** Swaps the left and right arrows in right-to-left text. */
export function directedKey({ key }: KeyPress, element: Element): string {
  if (key !== 'ArrowLeft' && key !== 'ArrowRight') return key;
  const isRtl = getComputedStyle(element).direction === 'rtl';
  return (key === 'ArrowRight') === isRtl ? 'back' : 'forward';
}
