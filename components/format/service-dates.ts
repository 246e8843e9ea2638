import { formatLocale, lazily } from '../../lib/texts/intl.ts';
import { language } from '../text.ts';

const locale = formatLocale(language, navigator.languages);
// Service dates have no time zone.
const days = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone: 'UTC' });
const moments = lazily(
  () => new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' }),
);

/** Seconds of the service's wall clock. */
export const formatDay = (uploaded: number | null): string =>
  uploaded === null ? '' : days.format(uploaded * 1000);
/** Some months have longer names than others. */
export const allMonths = lazily(() =>
  Array.from({ length: 12 }, (_, month) => days.format(Date.UTC(2028, month, 28))),
);
export const formatMoment = (uploaded: number | null): string =>
  uploaded === null ? '' : moments().format(uploaded * 1000);
