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
    hint: 'HTML: as wide as its container. The player loads with the page.',
  },
  'fixed-iframe': { name: 'Fixed frame', hint: 'Fixed-size HTML, for sites that don’t allow styles.' },
  'web-component': {
    name: 'Web component',
    hint: 'HTML: loads nothing until a visitor wants it. The website needs linkhaul-player.js.',
  },
  react: { name: 'React', hint: 'JSX for React 19, Preact and Solid, with the npm package linkhaul-player.' },
  markdown: { name: 'Markdown', hint: 'The poster or the title as a link, for READMEs.' },
  bbcode: { name: 'BBCode', hint: 'A link for forums.' },
  oembed: { name: 'oEmbed', hint: 'The response of an oEmbed endpoint.' },
};

const problems: Readonly<Partial<Record<DraftProblem['code'], string>>> = {
  'bad-address': 'Enter a full address that starts with https://',
  'bad-scheme': 'The address must start with https:',
  credentials: 'This address contains a user name or password that everyone could see.',
  'bad-characters': 'This contains a character that isn’t allowed.',
  'bad-options':
    'The poster or subtitles in this address aren’t valid. Remove the question mark and everything after it.',
  'wrong-type': 'Enter a whole number above 0.',
};

/** Empty for a missing value, which is not shown as a problem. */
export function describeProblem({ field, code }: DraftProblem): string {
  if (code === 'missing') return '';
  if (field === 'file' && code === 'bad-address')
    return 'This isn’t a file. Enter a file code, or an address with /e/ or /d/ and the code.';
  return problems[code] ?? 'This isn’t valid.';
}

const kinds = { srt: 'SubRip (srt)', vtt: 'WebVTT' };
const createFailure = (text: string): Outcome => ({ tone: 'bad', text });

export function describeSubtitle(check: Checking | SubtitleCheck): Outcome {
  if (check.state === 'good') return { tone: 'good', text: `Readable: ${kinds[check.kind]}.` };
  return describeFailure(check);
}

/** @param hasTracks Whether the document lists the tracks of the draft. */
export function describeDocument(check: Checking | DocumentCheck, hasTracks: boolean): Outcome {
  if (check.state === 'good') {
    return hasTracks
      ? { tone: 'good', text: 'It lists these tracks.' }
      : { tone: 'warn', text: 'It lists different tracks. Save it again and replace it.' };
  }
  if (check.state !== 'no-document') return describeFailure(check);
  const { code, field } = check.error;
  if (code === 'unquoted-name')
    return createFailure('This isn’t a valid subtitle document: names need quotes, as in "default": true.');
  const place = field === 'document' ? '' : `: something is wrong at ${field}`;
  return createFailure(`This isn’t a valid subtitle document${place}.`);
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
      return createFailure('This address can’t be reached.');
    case 'cors':
      return createFailure(
        'This file can’t be read from another site (CORS). Its server has to send the header “Access-Control-Allow-Origin: *”.',
      );
    case 'unverifiable':
      return {
        tone: 'neutral',
        text: 'This file is on the service itself, which lets only its own player read it. Try it in the preview.',
      };
    case 'status':
      return createFailure(`The server answered with error ${check.status}.`);
    case 'no-subtitles':
      return createFailure('This isn’t an SRT or VTT file.');
  }
}
