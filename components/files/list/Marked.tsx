/** A line of text with what was searched for marked in it. */
import { findMatchRanges } from '../../../lib/search/marks.ts';

export interface MarkedProps {
  readonly class: string;
  readonly text: string;
  /** What was searched for. */
  readonly typed: string;
}

export function Marked({ class: look, text, typed }: MarkedProps) {
  return (
    <span class={look} dir="auto" title={text}>
      {piecesOf(text, typed)}
    </span>
  );
}

/** What is marked, and what stands before, between and behind it, in turns: so that the next text finds its elements. */
function piecesOf(text: string, typed: string) {
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
