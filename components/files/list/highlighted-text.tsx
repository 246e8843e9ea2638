import { findMatchRanges } from '../../../lib/search/match-ranges.ts';

interface HighlightedTextProps {
  readonly class: string;
  readonly text: string;
  readonly typed: string;
}

/** Called as a function, like `thumbnail`. */
export function highlightedText({ class: className, text, typed }: HighlightedTextProps) {
  return (
    <span class={className} dir="auto" title={text}>
      {highlight(text, typed)}
    </span>
  );
}

/** Text and marks alternate, so that elements are reused. */
function highlight(text: string, typed: string) {
  const marks = typed.trim() === '' ? [] : findMatchRanges(text, typed);
  if (marks.length === 0) return text;
  let at = 0;
  const pieces = marks.flatMap(([from, to], index) => {
    const before = text.slice(at, from);
    at = to;
    return [
      before,
      <mark key={index} class="mark">
        {text.slice(from, to)}
      </mark>,
    ];
  });
  return [...pieces, text.slice(at)];
}
