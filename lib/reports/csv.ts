/** A report as a table for spreadsheets and scripts (RFC 4180). */
import { formatDecimal } from './decimal.ts';
import type { Report } from './report.ts';

const columns = ['day', 'views', 'downloads', 'profitViews', 'profitTotal'] as const;

/**
 * Days, oldest first; empty where the service gave no figure. A field is a day, digits or nothing: no text of the service
 * gets in, so that nothing needs quotes and a spreadsheet finds no formula.
 */
export function createReportCsv({ days }: Report): string {
  const amount = (value: bigint | null) => (value === null ? '' : formatDecimal(value));
  const lines = days.map(({ day, views, downloads, profitViews, profitTotal }) =>
    [day, views ?? '', downloads ?? '', amount(profitViews), amount(profitTotal)].join(','),
  );
  return [columns.join(','), ...lines, ''].join('\r\n');
}
