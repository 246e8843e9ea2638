/** Days and times of day in the user's language. */
import { createDates } from './format/create-dates.ts';
import { formatLocale } from './format/locale.ts';
import { language } from './text.ts';

export const dates = createDates(formatLocale(language, navigator.languages));
