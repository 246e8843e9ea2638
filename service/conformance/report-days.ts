import type { Caller } from './caller.ts';
import { type ContextOptions, list, SkippedCheckError } from './check-context.ts';
import { arrayOf, exactly, expect, expectShape, type Shape } from './shapes.ts';

const dayMs = 86_400_000;

export const addDays = (from: string, count: number) =>
  new Date(Date.parse(`${from}T00:00:00Z`) + count * dayMs).toISOString().slice(0, 10);

/** Returns the days of a report whose entries have this shape, and today's date at the service. */
export async function readReports(api: Caller, entry: Shape, params: Record<string, string> = {}) {
  const { body } = await api.get('/api/account/stats', params);
  expectShape('status', body['status'], exactly(200));
  expectShape('result', body['result'], arrayOf(entry));
  const days = list(body['result']).map((entry) => String(entry['day']));
  expect(new Set(days).size === days.length, `a day is listed twice: ${days.join(', ')}`);
  return { days, today: String(body['server_time']).slice(0, 10) };
}

/**
 * On a prepared account, expects all days of the range. The document doesn't say whether it ends today or yesterday.
 */
export function expectRange(days: string[], from: string, to: string, { prepared }: ContextOptions): void {
  for (const day of days) expect(day >= from && day <= to, `${day} is not within ${from} to ${to}`);
  const wanted = (Date.parse(to) - Date.parse(from)) / dayMs + 1;
  if (days.length === wanted) return;
  if (!prepared) throw new SkippedCheckError('needs an account with reports of each of the last 30 days');
  throw new Error(`${days.length} days instead of ${wanted} from ${from} to ${to}`);
}

export function expectLast(count: number, days: string[], today: string, options: ContextOptions): void {
  const to = days.includes(today) ? today : addDays(today, -1);
  expectRange(days, addDays(to, 1 - count), to, options);
}
