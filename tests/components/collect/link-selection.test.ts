import { describe, expect, it } from 'vitest';
import {
  addLinks,
  emptySelection,
  removeLinks,
  selectRange,
  toggleLink,
} from '../../../components/collect/link-selection.ts';

describe('the selection', () => {
  const shown = ['a', 'b', 'c', 'd', 'e'];
  const chosen = (selection: { chosen: ReadonlySet<string> }) => [...selection.chosen].sort().join('');

  it('toggles one link', () => {
    const one = toggleLink(emptySelection, 'b');
    expect(chosen(one)).toBe('b');
    expect(chosen(toggleLink(one, 'b'))).toBe('');
    expect(chosen(emptySelection)).toBe('');
  });

  it('selects from the last toggled link to the one clicked with Shift, in either direction', () => {
    expect(chosen(selectRange(toggleLink(emptySelection, 'b'), shown, 'd'))).toBe('bcd');
    expect(chosen(selectRange(toggleLink(emptySelection, 'd'), shown, 'b'))).toBe('bcd');
  });

  it('deselects a range if the last link was deselected', () => {
    const all = addLinks(emptySelection, shown);
    expect(chosen(selectRange(toggleLink(all, 'b'), shown, 'd'))).toBe('ae');
  });

  it('keeps the start of a range while its end moves', () => {
    const wide = selectRange(toggleLink(emptySelection, 'b'), shown, 'e');
    expect(chosen(selectRange(wide, shown, 'a'))).toBe('abcde');
  });

  it('toggles only the clicked link if the anchor isn’t shown', () => {
    expect(chosen(selectRange(emptySelection, shown, 'c'))).toBe('c');
    expect(chosen(selectRange(toggleLink(emptySelection, 'hidden'), shown, 'c'))).toBe('chidden');
  });

  it('adds and removes many links, and keeps those that a filter hides', () => {
    const some = addLinks(toggleLink(emptySelection, 'hidden'), ['a', 'b']);
    expect(chosen(some)).toBe('abhidden');
    expect(chosen(removeLinks(some, ['a', 'b', 'c']))).toBe('hidden');
  });
});
