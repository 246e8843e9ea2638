import { formatLocale, lazily } from '../../lib/texts/intl.ts';
import { language } from '../text.ts';

export const dates = createDates(formatLocale(language, navigator.languages));

interface Dates {
  /** "Today", "Yesterday", "Wednesday, 18 November", with the year if it is another one. */
  day(at: number, now: number): string;
  time(at: number): string;
  full(at: number): string;
}

export function createDates(locale: string): Dates {
  const near = lazily(() => new Intl.RelativeTimeFormat(locale, { numeric: 'auto' }));
  const long = { weekday: 'long', day: 'numeric', month: 'long' } as const;
  const days = lazily(() => new Intl.DateTimeFormat(locale, long));
  const daysOfYears = lazily(() => new Intl.DateTimeFormat(locale, { ...long, year: 'numeric' }));
  const times = lazily(() => new Intl.DateTimeFormat(locale, { timeStyle: 'short' }));
  const moments = lazily(() => new Intl.DateTimeFormat(locale, { dateStyle: 'full', timeStyle: 'medium' }));
  return {
    day(at, now) {
      const distance = daysBetween(at, now);
      if (distance === 0 || distance === 1) return capitalised(near().format(-distance, 'day'), locale);
      const isThisYear = new Date(at).getFullYear() === new Date(now).getFullYear();
      return (isThisYear ? days : daysOfYears)().format(at);
    },
    time: (at) => times().format(at),
    full: (at) => moments().format(at),
  };
}

/** Calendar days, so a daylight saving change doesn't matter. */
function daysBetween(at: number, now: number): number {
  const midnight = (time: number) => {
    const date = new Date(time);
    return Date.UTC(date.getFullYear(), date.getMonth(), date.getDate());
  };
  return Math.round((midnight(now) - midnight(at)) / 86_400_000);
}

function capitalised(text: string, locale: string): string {
  const [first = '', ...rest] = text;
  return first.toLocaleUpperCase(locale) + rest.join('');
}
