import type { EncodingPart } from '../../lib/uploads/tracking/encodings.ts';
import { format, joinFacts, t } from '../text.ts';

/** "Encoding 43%", for the quality that is furthest along. */
export function encodingText(parts: readonly EncodingPart[]): string | null {
  if (parts.length === 0) return null;
  const shares = parts.flatMap(({ percent }) => (percent === null || percent >= 100 ? [] : percent));
  return shares.length === 0
    ? t('uploads.encoding')
    : t('uploads.encodingShare', { share: percentText(Math.max(...shares)) });
}

/** "n 43% · h PENDING", in the host's words. */
export const encodingFact = (parts: readonly EncodingPart[]): string =>
  joinFacts(
    parts.map(({ quality, status, percent }) => {
      const isUnderWay = percent !== null && percent > 0 && percent < 100;
      return [quality, isUnderWay ? percentText(percent) : status].filter(Boolean).join(' ');
    }),
  );

const percentText = (percent: number): string => format.percent(percent / 100);
