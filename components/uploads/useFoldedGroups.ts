/** Which groups of the list are folded, the same on all pages and after a restart. */
import { useState } from 'preact/hooks';
import type { GroupName } from './groups.ts';

export function useFoldedGroups(): readonly [ReadonlySet<string>, (name: GroupName) => void] {
  const [folded, setFolded] = useState(readFolded);
  function fold(name: GroupName) {
    const next = new Set(folded);
    if (!next.delete(name)) next.add(name);
    setFolded(next);
    localStorage.setItem('foldedGroups', [...next].join(' '));
  }
  return [folded, fold];
}

const readFolded = (): Set<string> => new Set(localStorage.getItem('foldedGroups')?.split(' '));
