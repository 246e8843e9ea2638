import type { EmbedFormat } from 'linkhaul-player';
import type {
  Checking,
  DocumentCheck,
  DraftProblem,
  SubtitleCheck,
  TrackDraft,
} from 'linkhaul-player/builder';
import { listFormats } from '../files/embed-formats.ts';
import { format, type PlainKey, plural, t } from '../text.ts';

export interface CheckResult {
  readonly tone: 'good' | 'warn' | 'bad' | 'quiet';
  readonly text: string;
}

type ProblemCode = Exclude<DraftProblem['code'], 'missing'>;

const problems: Readonly<Record<ProblemCode, PlainKey>> = {
  'bad-address': 'embed.problem.address',
  'bad-scheme': 'embed.problem.scheme',
  credentials: 'embed.problem.credentials',
  'bad-characters': 'embed.problem.characters',
  'bad-options': 'embed.problem.options',
  'wrong-type': 'embed.problem.pixels',
  duplicate: 'embed.problem.wrong',
  'not-loaded': 'embed.problem.wrong',
  'bad-json': 'embed.problem.wrong',
  'unquoted-name': 'embed.problem.wrong',
};

/** The file's field takes a code or an address. */
const fileProblems: Partial<typeof problems> = {
  'bad-address': 'embed.problem.fileAddress',
  'bad-characters': 'embed.problem.fileCode',
};

/** Null if the field is empty. */
export function problemText({ field, code }: DraftProblem): string | null {
  if (code === 'missing') return null;
  return t((field === 'file' && fileProblems[code]) || problems[code]);
}

export function trackName({ label }: TrackDraft, index: number): string {
  const number = format.number(index + 1);
  return label.trim() ? t('embed.trackOf', { number, label: label.trim() }) : t('embed.track', { number });
}

const kinds = { srt: 'SubRip (srt)', vtt: 'WebVTT' };
const timings = { srt: '00:00:01,000 --> 00:00:02,000', vtt: '00:00:01.000 --> 00:00:02.000' };

export function subtitleResult(check: Checking | SubtitleCheck): CheckResult {
  if (check.state === 'good') return { tone: 'good', text: t('embed.good', { kind: kinds[check.kind] }) };
  if (check.state !== 'some-cues') return unfinishedResult(check);
  const [kept, dropped] = [format.number(check.kept), format.number(check.dropped)];
  return { tone: 'warn', text: t('embed.someCues', { kept, dropped, example: timings[check.kind] }) };
}

/** @param isDraftTracks whether these are the draft's tracks. Null if it has none */
export function documentResult(check: Checking | DocumentCheck, isDraftTracks: boolean | null): CheckResult {
  if (check.state !== 'good') return unfinishedResult(check);
  if (isDraftTracks === null)
    return { tone: 'good', text: plural('embed.documentTracks', check.tracks.length) };
  return isDraftTracks
    ? { tone: 'good', text: t('embed.documentSame') }
    : { tone: 'warn', text: t('embed.documentOther') };
}

type Unfinished = Exclude<Checking | SubtitleCheck | DocumentCheck, { state: 'good' | 'some-cues' }>;

const failures = {
  cors: 'embed.cors',
  'bad-head': 'embed.badHead',
  'no-cues': 'embed.noCues',
  'no-subtitles': 'embed.noSubtitles',
  unreachable: 'embed.unreachable',
} as const;

function unfinishedResult(check: Unfinished): CheckResult {
  switch (check.state) {
    case 'checking':
      return { tone: 'quiet', text: t('embed.checking') };
    case 'unverifiable':
      return { tone: 'quiet', text: t('embed.unseen') };
    case 'status':
      return { tone: 'bad', text: t('embed.status', { status: format.number(check.status) }) };
    case 'encoding':
      return { tone: 'bad', text: t('embed.encoding', { encoding: check.encoding }) };
    case 'no-document':
      return { tone: 'bad', text: documentText(check.error.code, check.error.field) };
    default:
      return { tone: 'bad', text: t(failures[check.state]) };
  }
}

function documentText(code: string, location: string): string {
  if (code === 'unquoted-name') return t('embed.unquotedName');
  return location === 'document' ? t('embed.noDocument') : t('embed.noDocumentAt', { place: location });
}

/** The last tab has all formats that no other tab names. */
const formatTabs: readonly (readonly [id: string, name: PlainKey, formats: readonly EmbedFormat[] | null])[] =
  [
    [
      'embed',
      'embed.title',
      ['responsive-iframe', 'fixed-iframe', 'click-iframe', 'web-component', 'web-component-cdn'],
    ],
    ['link', 'collect.source.link', ['address']],
    ['markdown', 'embed.format.markdown', ['markdown']],
    ['more', 'files.more', null],
  ];

interface FormatTab {
  readonly id: string;
  readonly label: string;
  /** The first is the default. */
  readonly formats: readonly EmbedFormat[];
}

export function listFormatTabs(hasPoster: boolean): readonly FormatTab[] {
  const named = formatTabs.flatMap(([, , formats]) => formats ?? []);
  const all = listFormats(hasPoster);
  return formatTabs.map(([id, name, formats]) => ({
    id,
    label: t(name),
    formats: all.filter((format) => formats?.includes(format) ?? !named.includes(format)),
  }));
}
