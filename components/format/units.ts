/** Units that the popup doesn't need at first. */

import { formatLocale, lazily } from '../../lib/texts/intl.ts';
import { language } from '../text.ts';

const locale = formatLocale(language, navigator.languages);
const days = lazily(() => new Intl.NumberFormat(locale, { style: 'unit', unit: 'day', unitDisplay: 'long' }));

/** "30 days". */
export const formatDays = (count: number): string => days().format(count);

export const getMegabyteName = (): string =>
  new Intl.NumberFormat(locale, { style: 'unit', unit: 'megabyte', unitDisplay: 'short' })
    .formatToParts(1)
    .find(({ type }) => type === 'unit')?.value ?? 'MB';
