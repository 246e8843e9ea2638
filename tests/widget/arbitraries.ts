/** What the properties of the widget are tried with: everything that is allowed, the nastiest of it often. */
import * as fc from 'fast-check';
import type { EmbedOptions, SubtitleTrack } from '../../widget/src/index.ts';

/** Characters that mean something in an address, in HTML, Markdown, BBCode or JavaScript. */
const nasty = fc.constantFrom(
  ...'&#+%?=/\\ "\'<>()[]{}`*_~!|;:@$,.-\n\u0000\u202e\u2028',
  '%2F',
  '&amp;',
  '&copy',
  '</script>',
  '-->',
  '](x)',
  '[/url]',
  '{x}',
  'é',
  '日本',
  '🎬',
);
const anything = fc.array(fc.oneof(nasty, fc.string({ unit: 'binary', maxLength: 4 })), { maxLength: 12 });

/** Any well-formed text with something to read in it. */
export const text = anything.map((parts) => parts.join('')).filter((each) => each.trim() !== '');

/** An address below a host, spelled as people spell it: most characters as they are. */
export const address = fc
  .tuple(
    fc.constantFrom(
      'https://cdn.example/',
      'http://127.0.0.1:8080/',
      'https://bücher.example/a?b=c&',
      'HTTPS://[2001:db8::1]:9/#',
    ),
    anything.map((parts) => parts.join('').replace(/\p{Cc}/gu, '')),
  )
  .map(([base, rest]) => (base + rest).trimEnd());

export const fileCode = text.filter((code) => !/^\.\.?$/.test(code));

export const embedOptions: fc.Arbitrary<EmbedOptions> = fc.record(
  {
    baseUrl: fc.constantFrom('https://host.example', 'https://host.example:8443/a/e/b', 'http://localhost:1'),
    fileCode,
    poster: address,
    subtitle: fc.record({ file: address, label: text }),
    subtitles: fc.record({ json: address }),
  },
  { requiredKeys: ['baseUrl', 'fileCode'], noNullPrototype: true },
);

/** Tracks of which one at most is the default. */
export const tracks: fc.Arbitrary<SubtitleTrack[]> = fc
  .tuple(
    fc.array(fc.record({ src: address, label: text }, { noNullPrototype: true }), { maxLength: 6 }),
    fc.nat(8),
  )
  .map(([all, chosen]) =>
    all.map((track, index) => (index === chosen ? { ...track, default: true } : track)),
  );
