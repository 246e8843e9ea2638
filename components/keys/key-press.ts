/** Only this reads keyboard events (linted): no keys of input methods, the same shortcuts on all layouts, AltGr not Ctrl+Alt. */

export interface KeyPress {
  /** As `KeyboardEvent.key`; of a letter or sign the lower-case Latin one, which a layout without Latin letters has at that place. */
  readonly key: string;
  /** What the key types; empty for keys such as Enter, and with Ctrl, ⌘ or Alt. */
  readonly text: string;
  readonly mod: boolean;
  readonly alt: boolean;
  readonly shift: boolean;
  /** The key behind its modifiers: `mod+a`, `shift+ArrowUp`. What types a text has no `shift+`: layouts differ in that. */
  readonly chord: string;
}

type KeyEvent = Pick<
  KeyboardEvent,
  'key' | 'code' | 'keyCode' | 'isComposing' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'
> & { readonly getModifierState: (key: string) => boolean };

export const isMac = (): boolean => /^(?:Mac|iP)/.test(navigator.platform);

export const hasModKey = (event: Pick<KeyEvent, 'ctrlKey' | 'metaKey'>): boolean =>
  isMac() ? event.metaKey : event.ctrlKey;

/** Null for a key that belongs to an input method, to the system (the other one of Ctrl and ⌘), or to no keyboard (autofill). */
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

/** Names of keys are words in ASCII; what a key types may be more than one letter too (Arabic "لا"). */
const isText = (key: string): boolean => !/^[A-Z]\w+$/.test(key);

function latinKey({ key, code, shiftKey }: KeyEvent): string {
  // Full-width letters are Latin ones.
  const typed = key.normalize('NFKC').toLowerCase();
  if (isText(key) && /^[ -~\p{Script=Latin}]+$/u.test(typed)) return typed;
  // The one sign that shortcuts use.
  if (code === 'Slash') return shiftKey ? '?' : '/';
  return /^(?:Key|Digit)(.)$/.exec(code)?.[1]?.toLowerCase() ?? key;
}

/** 229 is a key that the input method has taken, also in Safari, where the composition ends before the key that ends it. */
const isInputMethodKey = (event: KeyEvent): boolean => event.isComposing || event.keyCode === 229;

/** The field in which an input method composes a word. */
let composing: EventTarget | null = null;

/** Escape belongs to the input method then. */
export const isComposing = (): boolean => composing !== null && composing === document.activeElement;

/** Also, the Enter of an input method submits no form. */
function followComposition(event: Event): void {
  if (event.type !== 'keydown') composing = event.type === 'compositionstart' ? event.target : null;
  else if ((event as KeyboardEvent).key === 'Enter' && isInputMethodKey(event as KeyboardEvent))
    event.preventDefault();
}

for (const type of ['compositionstart', 'compositionend', 'keydown'])
  globalThis.document?.addEventListener(type, followComposition, true);

/** An arrow along the line in the direction of reading; every other key as it is. */
export function directedKey({ key }: KeyPress, element: Element): string {
  if (key !== 'ArrowLeft' && key !== 'ArrowRight') return key;
  const isRtl = getComputedStyle(element).direction === 'rtl';
  return (key === 'ArrowRight') === isRtl ? 'back' : 'forward';
}
