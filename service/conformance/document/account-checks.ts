import type { Caller } from '../caller.ts';
import {
  type Check,
  type ContextOptions,
  inferred,
  list,
  SkippedCheckError,
  section,
} from '../check-context.ts';
import { addDays, expectLast, expectRange, readReports } from '../report-days.ts';
import { arrayOf, expect, expectShape, filledArrayOf } from '../shapes.ts';
import { responseShapes } from './response-shapes.ts';

const takedownsPerPage = 500;

/** On a prepared account this is a failure. */
function failForTooFew(found: string, { prepared }: ContextOptions): never {
  if (!prepared) throw new SkippedCheckError('needs an account with more than 500 takedowns');
  throw new Error(`${found} entries instead of more than 500`);
}

async function listTakedowns(api: Caller, params: Record<string, string>): Promise<unknown[]> {
  const result = await api.result('/api/dmca/list', params);
  expectShape('result', result, arrayOf(responseShapes.Takedowns));
  return list(result).map((entry) => entry['file_code']);
}

export const accountChecks: Check[] = [
  ...section('Account info', {
    'account info': async ({ api }) => {
      expectShape('result', await api.result('/api/account/info'), responseShapes['Account info']);
    },
  }),
  ...section('Reports', {
    'reports: the last 7 days without a range': async ({ api, options }) => {
      const { days, today } = await readReports(api, responseShapes.Reports);
      expectLast(7, days, today, options);
    },
  }),
  ...[2, 20].flatMap((last) =>
    section('Reports', {
      [`reports: the last ${last} days`]: async ({ api, options }) => {
        const { days, today } = await readReports(api, responseShapes.Reports, { last: String(last) });
        expectLast(last, days, today, options);
      },
    }),
  ),
  ...section('Reports', {
    'reports: from_date and to_date': async ({ api, options }) => {
      const { today } = await readReports(api, responseShapes.Reports);
      const [from_date, to_date] = [addDays(today, -20), addDays(today, -10)];
      const { days } = await readReports(api, responseShapes.Reports, { from_date, to_date });
      expectRange(days, from_date, to_date, options);
    },
    'reports: from_date alone': inferred(async ({ api, options }) => {
      const from_date = addDays((await readReports(api, responseShapes.Reports)).today, -12);
      const { days, today } = await readReports(api, responseShapes.Reports, { from_date });
      expectRange(days, from_date, today, options);
    }),
    'reports: to_date alone': async ({ api, options }) => {
      const { today } = await readReports(api, responseShapes.Reports);
      const to_date = addDays(today, -10);
      const { days } = await readReports(api, responseShapes.Reports, { to_date });
      // The document doesn't say where the range begins.
      for (const day of days) expect(day <= to_date, `${day} is later than ${to_date}`);
      if (days.includes(to_date)) return;
      if (!options.prepared) throw new SkippedCheckError(`needs an account with a report of ${to_date}`);
      throw new Error(`${to_date} is missing`);
    },
  }),
  ...section('Takedowns', {
    'takedowns: 500 without per_page': async ({ api, options }) => {
      const { length } = await listTakedowns(api, {});
      expect(length <= takedownsPerPage, `${length} entries`);
      if (length < takedownsPerPage) failForTooFew(String(length), options);
    },
    'takedowns: per_page 501 gives 501, or an error': async ({ api, options }) => {
      const per_page = takedownsPerPage + 1;
      const { body } = await api.get('/api/dmca/list', { per_page: String(per_page) });
      if (body['status'] !== 200) return;
      const { length } = list(body['result']);
      expect(length <= per_page, `${length} entries`);
      if (length < per_page) failForTooFew(String(length), options);
    },
    'takedowns: the second page continues after the first 500': async ({ api, options }) => {
      const first = new Set(await listTakedowns(api, {}));
      if (first.size < takedownsPerPage) failForTooFew(String(first.size), options);
      const second = await listTakedowns(api, { page: '2' });
      expect(!second.some((code) => first.has(code)), 'it repeats the first');
      if (second.length > 0) return;
      // If pages are counted from 0, the second is page 1.
      const next = await listTakedowns(api, { page: '1' });
      if (next.length === 0 || next.some((code) => first.has(code))) {
        failForTooFew('the second page has no', options);
      }
    },
    'takedowns: per_page and page': async ({ api }) => {
      const all = await listTakedowns(api, {});
      if (all.length < 6) throw new SkippedCheckError('needs an account with 6 takedowns');
      const pages = [];
      // The document doesn't say whether pages are counted from 0 or 1.
      for (const page of [{}, { page: '2' }]) {
        pages.push(...(await listTakedowns(api, { per_page: '2', ...page })));
      }
      expect(pages.length === 4, `${pages.length} entries on two pages of 2`);
      expect(new Set(pages).size === 4, 'the second page repeats the first');
    },
    'takedowns: page 1 is the first': inferred(async ({ api }) => {
      const [first] = await listTakedowns(api, { per_page: '1' });
      if (first === undefined) throw new SkippedCheckError('needs an account with takedowns');
      const result = await api.result('/api/dmca/list', { per_page: '1', page: '1' });
      expectShape('result', result, filledArrayOf(responseShapes.Takedowns));
      expect(list(result)[0]?.['file_code'] === first, 'it differs from the page without a number');
    }),
  }),
];
