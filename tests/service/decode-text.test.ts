import { expect, test } from 'vitest';
import { decodeText } from '../../service/src/decode-text.ts';
import { encodedSubtitles, undecodableSubtitles } from '../encoded-subtitles.ts';

test.each(encodedSubtitles)('%s', (_, text, bytes) => {
  expect(decodeText(bytes)).toBe(text);
});

test.each(['caf\u00e9 \x1b[33mred\x1b[0m', '\x1b[33mred\x1b[0m'])(
  'UTF-8 with terminal escapes: %j',
  (text) => {
    expect(decodeText(new TextEncoder().encode(text))).toBe(text);
  },
);

test.each(undecodableSubtitles)('%s: only ASCII is read', (_, bytes) => {
  expect(decodeText(bytes)).toContain('00:00:00,000 --> 00:00:01,000');
});

test.each([
  ['utf-16le', [0xff, 0xfe, 0x41, 0x00, 0x42, 0x04]],
  ['utf-16be', [0xfe, 0xff, 0x00, 0x41, 0x04, 0x42]],
  ['utf-8', [0xef, 0xbb, 0xbf, 0x41, 0xd1, 0x82]],
])('a byte order mark of %s', (_, bytes) => {
  expect(decodeText(Uint8Array.from(bytes))).toBe('Aт');
});
