/** Which of the pasted lines hold no link that a service could fetch, and why. */
import { format, plural, t } from '../text.ts';
import type { BadLine } from './paste.ts';
import './bad-lines.css';

/** The rest is counted. */
const maxShown = 3;

const reasonKeys = {
  'no-link': 'send.badLine.noLink',
  scheme: 'send.badLine.scheme',
  'too-long': 'send.badLine.tooLong',
} as const;

export function BadLines({ lines }: { lines: readonly BadLine[] }) {
  const left = lines.length - maxShown;
  return (
    <ul class="send-bad-lines small tone-warn">
      {lines.slice(0, maxShown).map(({ line, text, reason }) => (
        <li key={line}>
          <span>{t(reasonKeys[reason], { line: format.number(line) })}</span>
          <q class="one-line" dir="auto" title={text.slice(0, 1_000)}>
            {text.slice(0, 200)}
          </q>
        </li>
      ))}
      {left > 0 && <li>{plural('send.badLine.more', left)}</li>}
    </ul>
  );
}
