import { expect, test } from 'vitest';
import { encodingFact, encodingText } from '../../../components/uploads/encoding-text.ts';
import type { EncodingPart } from '../../../lib/uploads/tracking/encodings.ts';

const part = (quality: string, status: string, percent: number | null): EncodingPart => ({
  quality,
  status,
  percent,
});

test.each([
  // One quality is ready, but not the other, so the file isn't at 100%.
  [
    [part('n', 'DONE', 100), part('h', 'ENCODING', 43), part('x', 'PENDING', 0)],
    'Encoding 43%',
    'n DONE · h 43% · x PENDING',
  ],
  [[part('n', 'PENDING', 0)], 'Encoding 0%', 'n PENDING'],
  [[part('', 'ENCODING', null)], 'Encoding', 'ENCODING'],
  [[], null, ''],
])('%j', (parts, row, fact) => {
  expect(encodingText(parts)).toBe(row);
  expect(encodingFact(parts)).toBe(fact);
});
