/** A text with what was searched for marked in it. */
import { Fragment } from 'preact';
import { marksIn } from '../../lib/search/marks.ts';

export function Marked({ text, typed }: { text: string; typed: string }) {
  const marks = typed.trim() === '' ? [] : marksIn(text, typed);
  if (marks.length === 0) return <>{text}</>;
  let at = 0;
  return (
    <>
      {marks.map(([from, to]) => {
        const before = text.slice(at, from);
        at = to;
        return (
          <Fragment key={from}>
            {before}
            <mark class="mark">{text.slice(from, to)}</mark>
          </Fragment>
        );
      })}
      {text.slice(at)}
    </>
  );
}
