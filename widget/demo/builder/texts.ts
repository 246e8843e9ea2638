/** The texts of the builder's page, except its labels. */
import type { Checking, DocumentCheck, DraftProblem, SubtitleCheck } from '../../src/builder/index.ts';
import type { EmbedFormat } from '../../src/index.ts';

export interface Outcome {
  readonly tone: 'good' | 'warn' | 'bad' | 'neutral';
  readonly text: string;
}

export const formats: Readonly<Record<EmbedFormat, { readonly name: string; readonly hint: string }>> = {
  address: { name: 'Address', hint: 'The player as a page of its own, for messages and links.' },
  'responsive-iframe': {
    name: 'Responsive frame',
    hint: 'HTML: as wide as its surroundings. The player loads with the page.',
  },
  'fixed-iframe': { name: 'Fixed frame', hint: 'HTML of one size, for places that allow no style.' },
  'web-component': {
    name: 'Web component',
    hint: 'HTML: nothing is loaded until somebody wants it. The website needs linkhaul-player.js.',
  },
  react: { name: 'React', hint: 'JSX for React 19, Preact and Solid, with the npm package linkhaul-player.' },
  markdown: { name: 'Markdown', hint: 'The poster or the title as a link, for READMEs.' },
  bbcode: { name: 'BBCode', hint: 'A link for forums.' },
  oembed: { name: 'oEmbed', hint: 'What an oEmbed endpoint answers.' },
};

const problems: Readonly<Partial<Record<DraftProblem['code'], string>>> = {
  'bad-address': 'Enter a whole address, beginning with https://',
  'bad-scheme': 'The address must begin with https:',
  credentials: 'The address has a user name or password in it, which everybody would see.',
  'bad-characters': 'There is a character in it that cannot stand there.',
  'bad-options':
    'The poster or the subtitles that this address brings are wrong. Take off everything from the question mark on.',
  'wrong-type': 'Enter a whole number above 0.',
};

/** Empty for a missing value, which is not shown as a problem. */
export function describeProblem({ field, code }: DraftProblem): string {
  if (code === 'missing') return '';
  if (field === 'file' && code === 'bad-address')
    return 'This leads to no file. It must be a file code, or an address with /e/ or /d/ and the code.';
  return problems[code] ?? 'This is wrong.';
}

const kinds = { srt: 'SubRip (srt)', vtt: 'WebVTT' };
const createFailure = (text: string): Outcome => ({ tone: 'bad', text });

export function describeSubtitle(check: Checking | SubtitleCheck): Outcome {
  if (check.state === 'good') return { tone: 'good', text: `Can be read: ${kinds[check.kind]}.` };
  return describeFailure(check);
}

/** @param hasTracks Whether the document lists the tracks of the draft. */
export function describeDocument(check: Checking | DocumentCheck, hasTracks: boolean): Outcome {
  if (check.state === 'good') {
    return hasTracks
      ? { tone: 'good', text: 'It lists these tracks.' }
      : { tone: 'warn', text: 'It lists other tracks than those above. Save it again and replace it.' };
  }
  if (check.state !== 'no-document') return describeFailure(check);
  const { code, field } = check.error;
  if (code === 'unquoted-name')
    return createFailure('This is no subtitle document: names need quotes, as in "default": true.');
  const place = field === 'document' ? '' : `: something is wrong at ${field}`;
  return createFailure(`This is no subtitle document${place}.`);
}

type OtherCheck = Exclude<
  Checking | SubtitleCheck | DocumentCheck,
  { readonly state: 'good' } | { readonly state: 'no-document' }
>;

function describeFailure(check: OtherCheck): Outcome {
  switch (check.state) {
    case 'checking':
      return { tone: 'neutral', text: 'Checking…' };
    case 'unreachable':
      return createFailure('Nothing can be reached at this address.');
    case 'cors':
      return createFailure(
        'This file cannot be read from another site: CORS. Its server has to send the header “Access-Control-Allow-Origin: *”.',
      );
    case 'unseen':
      return {
        tone: 'neutral',
        text: 'It lies on the service itself, which shows it to its own player only. Try it in the preview.',
      };
    case 'status':
      return createFailure(`The server answers with error ${check.status}.`);
    case 'no-subtitles':
      return createFailure('This is no subtitle file, neither srt nor vtt.');
  }
}
