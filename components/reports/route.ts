/** The period in the fragment: `#reports?last=30`, `?month=last`, `?from=…&to=…`. Default: 7 days. */
import { type PeriodChoice, validateRange } from '../../lib/reports/period.ts';
import { readDay } from '../files/model/conditions.ts';

/** Besides the user's own range. The first is the default. */
export const presets = [
  { kind: 'last', days: 7 },
  { kind: 'last', days: 30 },
  { kind: 'thisMonth' },
  { kind: 'lastMonth' },
] as const satisfies readonly PeriodChoice[];

export function reportsHash(choice: PeriodChoice): string {
  switch (choice.kind) {
    case 'last':
      return choice.days === presets[0].days ? '#reports' : `#reports?last=${choice.days}`;
    case 'thisMonth':
      return '#reports?month=this';
    case 'lastMonth':
      return '#reports?month=last';
    case 'range':
      return `#reports?from=${choice.from}&to=${choice.to}`;
  }
}

/** Ignores invalid periods, because addresses may be typed by hand. */
export function parseChoice(hash: string): PeriodChoice {
  const preset = presets.find((each) => reportsHash(each) === hash);
  if (preset !== undefined) return preset;
  const read = new URLSearchParams(hash.split('?')[1]);
  const [from, to] = [readDay(read.get('from')), readDay(read.get('to'))];
  return from !== null && to !== null && validateRange({ from, to }) === null
    ? { kind: 'range', from, to }
    : presets[0];
}
