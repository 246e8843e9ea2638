/**
 * Recycles the elements of a long list: those scrolled out at one end are reused at the other. Creating elements is the
 * main cost of scrolling.
 */
import { useRef } from 'preact/hooks';
import type { RowRange } from './sections.ts';

/** @returns the key of a row's element; no two rows that are drawn together have the same */
export function useRecycledKeys({ first, end }: RowRange): (row: number) => number {
  const slots = useRef({ count: 0, offset: 0, first: 0, end: 0 }).current;
  const drawn = end - first;
  // Some more than are needed now: how many fit into the window differs by one from place to place.
  if (drawn > slots.count) slots.count = drawn + 4;
  // After a jump no row is drawn still, so every element can keep its position.
  const isLeap = first >= slots.end || end <= slots.first;
  if (isLeap) slots.offset = (slots.count - (first % slots.count)) % slots.count;
  slots.first = first;
  slots.end = end;
  const { count, offset } = slots;
  return (row) => (row + offset) % count;
}
