import { expect, it } from 'vitest';
import { parseChoice, presets, reportsHash } from '../../../components/reports/route.ts';

const week = presets[0];

it.each([
  ['#reports', week],
  ['#reports?last=30', { kind: 'last', days: 30 }],
  ['#reports?month=this', { kind: 'thisMonth' }],
  ['#reports?month=last', { kind: 'lastMonth' }],
  ['#reports?from=2026-01-31&to=2026-03-01', { kind: 'range', from: '2026-01-31', to: '2026-03-01' }],
])('%s is read as it was written', (hash, choice) => {
  expect(parseChoice(hash)).toEqual(choice);
  expect(reportsHash(parseChoice(hash))).toBe(hash);
});

it.each([
  '#reports?last=0',
  '#reports?last=1e9',
  '#reports?month=next',
  '#reports?from=2026-03-01&to=2026-01-31',
  '#reports?from=2026-02-31&to=2026-03-01',
  '#reports?from=1990-01-01&to=2026-01-01',
  '#reports?from=2026-01-01',
  '#files?from=x',
  '#reports?%',
])('%s is ignored', (hash) => expect(parseChoice(hash)).toEqual(week));
