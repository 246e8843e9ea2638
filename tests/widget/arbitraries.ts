/** Arbitraries for the widget's property tests: all valid values, with many special characters. */
import * as fc from 'fast-check';
import type { EmbedOptions, SubtitleTrack } from '../../widget/src/index.ts';

/** Characters with a meaning in addresses, HTML, Markdown, BBCode or JavaScript. */
const special = fc.constantFrom(
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
const textParts = fc.array(fc.oneof(special, fc.string({ unit: 'binary', maxLength: 4 })), { maxLength: 12 });

/** Any well-formed text that isn't blank. */
export const text = textParts.map((parts) => parts.join('')).filter((each) => each.trim() !== '');

/** An address with mostly unencoded characters, as users write it. */
export const address = fc
  .tuple(
    fc.constantFrom(
      'https://cdn.example/',
      'http://127.0.0.1:8080/',
      'https://bücher.example/a?b=c&',
      'HTTPS://[2001:db8::1]:9/#',
    ),
    textParts.map((parts) => parts.join('').replace(/\p{Cc}/gu, '')),
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

export const tracks: fc.Arbitrary<SubtitleTrack[]> = fc
  .tuple(
    fc.array(fc.record({ src: address, label: text }, { noNullPrototype: true }), { maxLength: 6 }),
    fc.nat(8),
  )
  .map(([all, defaultIndex]) =>
    all.map((track, index) => (index === defaultIndex ? { ...track, default: true } : track)),
  );
