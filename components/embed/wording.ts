/** What the builder finds, as sentences. */
import type { Checking, DocumentCheck, DraftProblem, SubtitleCheck } from 'linkhaul-player/builder';
import { format, type PlainKey, plural, t } from '../text.ts';

export interface CheckOutcome {
  readonly tone: 'good' | 'warn' | 'bad' | 'quiet';
  readonly text: string;
}

const problems: Readonly<Partial<Record<DraftProblem['code'], PlainKey>>> = {
  'bad-address': 'embed.problem.address',
  'bad-scheme': 'embed.problem.scheme',
  credentials: 'embed.problem.credentials',
  'bad-characters': 'embed.problem.characters',
  'bad-options': 'embed.problem.options',
  'wrong-type': 'embed.problem.pixels',
};

/** Other words for the file's field, where a code is as good as an address. */
const fileProblems: typeof problems = {
  'bad-address': 'embed.problem.fileAddress',
  'bad-characters': 'embed.problem.fileCode',
};

/** Null for what is only not there yet. */
export function problemText({ field, code }: DraftProblem): string | null {
  if (code === 'missing') return null;
  return t((field === 'file' && fileProblems[code]) || problems[code] || 'embed.problem.wrong');
}

const kinds = { srt: 'SubRip (srt)', vtt: 'WebVTT' };

type Failure = Exclude<SubtitleCheck | DocumentCheck, { state: 'good' } | { state: 'no-document' }>;

export function subtitleOutcome(check: Checking | SubtitleCheck): CheckOutcome {
  if (check.state === 'checking') return checking();
  if (check.state === 'good') return { tone: 'good', text: t('embed.good', { kind: kinds[check.kind] }) };
  return { tone: toneOf(check), text: failureText(check) };
}

/** @param isDraftTracks Whether these are the tracks of the draft; null where it has none to compare with. */
export function documentOutcome(
  check: Checking | DocumentCheck,
  isDraftTracks: boolean | null,
): CheckOutcome {
  switch (check.state) {
    case 'checking':
      return checking();
    case 'good':
      if (isDraftTracks === null)
        return { tone: 'good', text: plural('embed.documentTracks', check.tracks.length) };
      return isDraftTracks
        ? { tone: 'good', text: t('embed.documentSame') }
        : { tone: 'warn', text: t('embed.documentOther') };
    case 'no-document':
      return { tone: 'bad', text: documentText(check.error.code, check.error.field) };
    default:
      return { tone: toneOf(check), text: failureText(check) };
  }
}

const checking = (): CheckOutcome => ({ tone: 'quiet', text: t('embed.checking') });

/** What cannot be seen from here may well be right. */
const toneOf = (check: Failure) => (check.state === 'unverifiable' ? 'quiet' : 'bad');

function failureText(check: Failure): string {
  switch (check.state) {
    case 'cors':
      return t('embed.cors');
    case 'unverifiable':
      return t('embed.unseen');
    case 'status':
      return t('embed.status', { status: format.number(check.status) });
    case 'encoding':
      return t('embed.encoding', { encoding: check.encoding });
    case 'bad-head':
      return t('embed.badHead');
    case 'no-cues':
      return t('embed.noCues');
    case 'no-subtitles':
      return t('embed.noSubtitles');
    case 'unreachable':
      return t('embed.unreachable');
  }
}

function documentText(code: string, place: string): string {
  if (code === 'unquoted-name') return t('embed.unquotedName');
  return place === 'document' ? t('embed.noDocument') : t('embed.noDocumentAt', { place });
}
