import { expect, test } from 'vitest';
import { subtitleResult } from '../../../components/embed/wording.ts';

test('says how many subtitles players skip, and how their times are written', () => {
  expect(subtitleResult({ state: 'some-cues', kind: 'vtt', kept: 1, dropped: 1_200 })).toEqual({
    tone: 'warn',
    text: 'Players read 1 of these subtitles and skip 1,200. Their times must look like 00:00:01.000 --> 00:00:02.000.',
  });
  expect(subtitleResult({ state: 'some-cues', kind: 'srt', kept: 2, dropped: 1 }).text).toContain(
    '00:00:01,000 --> 00:00:02,000',
  );
});
