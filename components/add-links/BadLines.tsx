import { isBesideLink, type LeftOut } from '../../lib/links/read-links.ts';
import { format, plural, t } from '../text.ts';
import './add-links.css';

const maxShown = 3;

const reasonKeys = {
  'no-link': 'send.badLine.noLink',
  scheme: 'send.badLine.scheme',
  'too-long': 'send.badLine.tooLong',
  unclear: 'send.badLine.unclear',
  rest: 'send.badLine.rest',
  option: 'send.badLine.option',
} as const;

export function BadLines({ lines }: { lines: readonly LeftOut[] }) {
  // Lines that also have a link come last, because the link is sent.
  const sorted = lines.toSorted((a, b) => Number(isBesideLink(a)) - Number(isBesideLink(b)));
  const hidden = sorted.slice(maxShown);
  const sent = hidden.filter(isBesideLink).length;
  const left = hidden.length - sent;
  return (
    <ul class="send-bad-lines small tone-warn">
      {sorted.slice(0, maxShown).map(({ line, text, reason }, at) => (
        <li key={at} class="flex">
          <span>{t(reasonKeys[reason], { line: format.number(line) })}</span>
          <q class="one-line" dir="auto" title={text.slice(0, 1_000)}>
            {text.slice(0, 200)}
          </q>
        </li>
      ))}
      {left > 0 && <li>{plural('send.badLine.more', left)}</li>}
      {sent > 0 && <li>{plural('send.badLine.moreRest', sent)}</li>}
    </ul>
  );
}
