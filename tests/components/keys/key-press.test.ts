import { afterEach, describe, expect, it, vi } from 'vitest';
import { findByTyping } from '../../../components/keys/find-by-typing.ts';
import { hasModKey, readKey } from '../../../components/keys/key-press.ts';

type Fields = Partial<Parameters<typeof readKey>[0]>;

const keyEvent = ({ altGr = false, ...fields }: Fields & { altGr?: boolean }) => ({
  key: '',
  code: '',
  keyCode: 0,
  isComposing: false,
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  shiftKey: false,
  ...fields,
  getModifierState: (name: string) => name === 'AltGraph' && altGr,
});

const chordOf = (fields: Parameters<typeof keyEvent>[0]) => readKey(keyEvent(fields))?.chord ?? null;

const setPlatform = (platform: string) => vi.stubGlobal('navigator', { platform });
afterEach(() => vi.unstubAllGlobals());

describe('shortcuts on any layout', () => {
  it.each([
    ['US', { key: 'a', code: 'KeyA' }, 'mod+a'],
    ['US with Caps Lock', { key: 'A', code: 'KeyA' }, 'mod+a'],
    ['French, where A is at the place of Q', { key: 'a', code: 'KeyQ' }, 'mod+a'],
    ['French, where Q is at the place of A', { key: 'q', code: 'KeyA' }, 'mod+q'],
    ['Dvorak', { key: 'k', code: 'KeyV' }, 'mod+k'],
    ['Russian', { key: 'ф', code: 'KeyA' }, 'mod+a'],
    ['Russian with Caps Lock', { key: 'Я', code: 'KeyZ' }, 'mod+z'],
    ['Ukrainian', { key: 'л', code: 'KeyK' }, 'mod+k'],
    ['Greek', { key: 'ψ', code: 'KeyC' }, 'mod+c'],
    ['Hebrew', { key: 'ס', code: 'KeyX' }, 'mod+x'],
    ['Hebrew, a sign at the place of Q', { key: '/', code: 'KeyQ' }, 'mod+/'],
    ['Arabic', { key: 'ر', code: 'KeyV' }, 'mod+v'],
    ['Arabic, two letters on one key', { key: 'لا', code: 'KeyB' }, 'mod+b'],
    ['Persian', { key: 'ظ', code: 'KeyZ' }, 'mod+z'],
    ['Hindi, a mark without a letter', { key: 'ो', code: 'KeyA' }, 'mod+a'],
    ['Thai', { key: 'ฟ', code: 'KeyA' }, 'mod+a'],
    ['Korean', { key: 'ㅁ', code: 'KeyA' }, 'mod+a'],
    ['Georgian', { key: 'ა', code: 'KeyA' }, 'mod+a'],
    ['Armenian', { key: 'ա', code: 'KeyA' }, 'mod+a'],
    ['kana', { key: 'ち', code: 'KeyA' }, 'mod+a'],
    ['full width', { key: 'ａ', code: 'KeyA' }, 'mod+a'],
    ['a dead key', { key: 'Dead', code: 'KeyA' }, 'mod+a'],
    ['a remote desktop', { key: 'Unidentified', code: 'KeyA' }, 'mod+a'],
    ['Turkish, a Latin letter of its own', { key: 'ö', code: 'Comma' }, 'mod+ö'],
    ['Arabic digits', { key: '١', code: 'Digit1' }, 'mod+1'],
    ['no place', { key: 'ф', code: '' }, 'mod+ф'],
    ['a named key', { key: 'Enter', code: 'NumpadEnter' }, 'mod+Enter'],
    ['with Shift', { key: 'Я', code: 'KeyZ', shiftKey: true }, 'mod+shift+z'],
    ['with Alt', { key: 'ф', code: 'KeyA', altKey: true }, 'mod+alt+a'],
  ])('%s', (_, fields, chord) => {
    setPlatform('Linux x86_64');
    expect(chordOf({ ...fields, ctrlKey: true })).toBe(chord);
    setPlatform('MacIntel');
    expect(chordOf({ ...fields, metaKey: true })).toBe(chord);
  });

  it.each([
    ['/', 'Slash', false, '/'],
    ['/', 'Backslash', true, '/'],
    ['/', 'Digit7', true, '/'],
    ['ظ', 'Slash', false, '/'],
    ['?', 'Minus', true, '?'],
    ['؟', 'Slash', true, '?'],
    ['？', 'Slash', true, '?'],
    ['.', 'Slash', false, '.'],
  ])('the symbol %s of %s is %s', (key, code, shiftKey, chord) => {
    expect(chordOf({ key, code, shiftKey })).toBe(chord);
  });
});

describe('modifiers', () => {
  it.each([
    ['Win32', { key: 'ą', code: 'KeyA', ctrlKey: true, altKey: true, altGr: true }, 'ą'],
    ['Win32', { key: '@', code: 'KeyQ', ctrlKey: true, altKey: true, altGr: true }, '@'],
    ['Linux x86_64', { key: '/', code: 'KeyQ', altGr: true }, '/'],
    ['Win32', { key: 'a', code: 'KeyA', ctrlKey: true, altKey: true }, 'mod+alt+a'],
    ['Win32', { key: 'ArrowUp', altKey: true }, 'alt+ArrowUp'],
    ['Win32', { key: 'ArrowUp', shiftKey: true }, 'shift+ArrowUp'],
    ['Win32', { key: ' ', shiftKey: true }, 'shift+ '],
    // Reserved by the system.
    ['Win32', { key: 'k', code: 'KeyK', metaKey: true }, null],
    ['MacIntel', { key: 'k', code: 'KeyK', ctrlKey: true }, null],
    ['MacIntel', { key: 'ArrowUp', ctrlKey: true }, null],
  ])('%s %o', (platform, fields, chord) => {
    setPlatform(platform);
    expect(chordOf(fields)).toBe(chord);
  });

  it.each([
    ['Win32', true, false],
    ['MacIntel', false, true],
  ])('of a click on %s', (platform, ctrl, meta) => {
    setPlatform(platform);
    expect(hasModKey({ ctrlKey: true, metaKey: false })).toBe(ctrl);
    expect(hasModKey({ ctrlKey: false, metaKey: true })).toBe(meta);
  });
});

describe('keys that we leave to others', () => {
  it.each([
    ['in a composition', { key: 'Enter', isComposing: true }],
    ['in a composition, Escape', { key: 'Escape', isComposing: true }],
    ['Safari: the composition has ended, the key says so', { key: 'Enter', keyCode: 229 }],
    ['taken by the input method', { key: 'Process', keyCode: 229, code: 'KeyA' }],
    ['taken by the input method, a shortcut', { key: 'k', code: 'KeyK', keyCode: 229, ctrlKey: true }],
    ['autofill, which has no key', { key: undefined as unknown as string }],
  ])('%s', (_, fields) => {
    expect(chordOf(fields)).toBeNull();
  });
});

describe('first letters', () => {
  const names = ['Copy', 'Переименовать', 'Rename', 'Remove'];
  const press = (key: string, code: string, at: number) => {
    const read = readKey(keyEvent({ key, code }));
    return read && findByTyping(read, names, at, (name) => name);
  };

  it.each([
    ['r', 'KeyR', 0, 'Rename'],
    ['r', 'KeyR', 2, 'Remove'],
    ['R', 'KeyR', 3, 'Rename'],
    ['п', 'KeyG', 0, 'Переименовать'],
    // Latin names on a Russian layout.
    ['к', 'KeyR', 0, 'Rename'],
    ['x', 'KeyX', 0, undefined],
    [' ', 'Space', 0, undefined],
    ['Enter', 'Enter', 0, undefined],
    ['c', 'KeyC', -1, 'Copy'],
  ])('%s (%s) behind %i', (key, code, at, found) => {
    expect(press(key, code, at)).toBe(found);
  });
});
