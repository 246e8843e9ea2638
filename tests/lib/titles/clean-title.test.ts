/** File names become titles that people can read, and titles stay as they are. */
import fc from 'fast-check';
import { expect, it, test } from 'vitest';
import { cleanTitle } from '../../../lib/titles/clean-title.ts';

it.each([
  ['holiday_2026_part1.mkv', 'holiday 2026 part1'],
  ['holiday_clip.part.1.webm', 'holiday clip part 1'],
  ['Show.Name.S01E01.1080p.WEB.H264', 'Show Name S01E01 1080p WEB H264'],
  ['Film.2026.DDP5.1.Atmos', 'Film 2026 DDP5.1 Atmos'],
  ['Film.5.1.mp4', 'Film 5.1'],
  ['2026.11.20.Harbour', '2026 11 20 Harbour'],
  ['S01E01.720p', 'S01E01 720p'],
  ['my_app_v1.2', 'my app v1.2'],
  // A title with spaces has dots for other reasons.
  ['Dr. Who vs. Mr. X', 'Dr. Who vs. Mr. X'],
  ['Version 1.2.3, explained.mp4', 'Version 1.2.3, explained'],
  ['  spaces   everywhere ', 'spaces everywhere'],
  ['lecture-07 (final) (2)', 'lecture-07 (final) (2)'],
  ['Show.Name', 'Show Name'],
  ['أغنية_قديمة.mp3', 'أغنية قديمة'],
  ['_._', ''],
  ['', ''],
])('%j becomes %j', (title, clean) => expect(cleanTitle(title)).toBe(clean));

test('no title gets longer, or loses letters and digits', () => {
  const joinLetters = (title: string) => title.match(/[\p{L}\p{N}]/gu)?.join('') ?? '';
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (title) => {
      const clean = cleanTitle(title);
      expect(clean.length).toBeLessThanOrEqual(title.length);
      expect(joinLetters(title).startsWith(joinLetters(clean))).toBe(true);
    }),
  );
});
