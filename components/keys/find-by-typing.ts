import type { KeyPress } from './key-press.ts';

export type TypedKey = Pick<KeyPress, 'key' | 'text' | 'shift'>;

/** The next item whose name starts with the typed text, otherwise with the key's Latin letter. */
export function findByTyping<T>(
  { text, key, shift }: TypedKey,
  items: readonly T[],
  at: number,
  nameOf: (item: T) => string,
  fold = (name: string) => name.toLocaleLowerCase(),
): T | undefined {
  if (text.trim() === '') return undefined;
  const following = [...items.slice(at + 1), ...items.slice(0, Math.max(at, 0))];
  const findNamed = (start: string) => following.find((item) => fold(nameOf(item)).startsWith(fold(start)));
  return findNamed(text) ?? (shift ? undefined : findNamed(key));
}
