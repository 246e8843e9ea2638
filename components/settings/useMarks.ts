import type { RefObject } from 'preact';
import { useEffect } from 'preact/hooks';
import { findMatchRanges } from '../../lib/search/match-ranges.ts';

/** Highlights search matches (`::highlight(found)`) in visible text below `root`. */
export function useMarks(root: RefObject<HTMLElement | null>, typed: string): void {
  useEffect(() => {
    const { current: element } = root;
    if (element === null || typed.trim() === '') return;
    const mark = () => {
      const highlight = new Highlight();
      for (const range of findRanges(element, typed)) highlight.add(range);
      CSS.highlights.set('found', highlight);
    };
    const observer = new MutationObserver(mark);
    mark();
    observer.observe(element, {
      childList: true,
      characterData: true,
      attributeFilter: ['hidden'],
      subtree: true,
    });
    return () => {
      observer.disconnect();
      CSS.highlights.delete('found');
    };
  }, [typed]);
}

function findRanges(element: HTMLElement, typed: string): Range[] {
  const texts = document.createTreeWalker(element, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT, (node) => {
    if (node instanceof Text) return NodeFilter.FILTER_ACCEPT;
    return (node as HTMLElement).hidden ? NodeFilter.FILTER_REJECT : NodeFilter.FILTER_SKIP;
  });
  const ranges: Range[] = [];
  for (let text = texts.nextNode(); text !== null; text = texts.nextNode())
    for (const [from, to] of findMatchRanges(text.nodeValue ?? '', typed)) {
      const range = new Range();
      range.setStart(text, from);
      range.setEnd(text, to);
      ranges.push(range);
    }
  return ranges;
}
