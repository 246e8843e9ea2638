import fc from 'fast-check';
import { expect, it } from 'vitest';
import { foldLines, foldText } from '../../../lib/search/fold.ts';
import { anything } from './texts.ts';

it('folds many lines like each line', () => {
  fc.assert(
    fc.property(fc.array(anything), (lines) => {
      const text = lines.join('\n');
      expect(foldLines(text)).toBe(foldText(text));
    }),
  );
});
