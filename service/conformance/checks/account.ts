import type { Caller } from '../caller.ts';
import { type Check, list, SkippedCheckError } from '../context.ts';
import {
  arrayOf,
  code,
  dateTime,
  day,
  exactly,
  expect,
  expectShape,
  filledArrayOf,
  filledText,
  integer,
  integerText,
  moneyText,
  object,
} from '../shapes.ts';

const account = object({
  email: filledText,
  balance: moneyText,
  storage_used: integerText,
  storage_left: integer,
  premim_expire: dateTime,
});

const reportEntry = object({
  day,
  views: integerText,
  downloads: integerText,
  profit_views: moneyText,
  profit_total: moneyText,
});

const takedown = object({
  file_code: code,
  fld_id: integerText,
  protected_download: code,
  protected_embed: code,
  reported_on: dateTime,
  disabled_on: dateTime,
});

const DAY_MS = 86_400_000;
const TAKEDOWNS_PER_PAGE = 500;

const addDays = (from: string, count: number) =>
  new Date(Date.parse(`${from}T00:00:00Z`) + count * DAY_MS).toISOString().slice(0, 10);

/** The reports of a range and the service's day. */
async function readReports(api: Caller, params: Record<string, string> = {}) {
  const { body } = await api.get('/api/account/stats', params);
  expectShape('status', body['status'], exactly(200));
  expectShape('result', body['result'], arrayOf(reportEntry));
  const days = list(body['result']).map((entry) => String(entry['day']));
  expect(new Set(days).size === days.length, `a day comes twice: ${days.join(', ')}`);
  return { days, today: String(body['server_time']).slice(0, 10) };
}

/** Expects `days` from `from` to `to`, and no gap where the account has reports of each day. */
function expectRange(days: string[], from: string, to: string, prepared = false): void {
  for (const day of days) expect(day >= from && day <= to, `${day} lies outside ${from} to ${to}`);
  if (!prepared) return;
  const wanted = (Date.parse(to) - Date.parse(from)) / DAY_MS + 1;
  expect(days.length === wanted, `${days.length} days from ${from} to ${to}`);
}

async function listTakedowns(api: Caller, params: Record<string, string>): Promise<unknown[]> {
  const result = await api.result('/api/dmca/list', params);
  expectShape('result', result, arrayOf(takedown));
  return list(result).map((entry) => entry['file_code']);
}

export const accountChecks: Check[] = [
  {
    section: 'Account info',
    name: 'account info',
    async run({ api }) {
      expectShape('result', await api.result('/api/account/info'), account);
    },
  },
  {
    section: 'Reports',
    name: 'reports: the last 7 days without a range',
    async run({ api, options }) {
      const { days, today } = await readReports(api);
      expectRange(days, addDays(today, -6), today, options.prepared);
    },
  },
  ...[2, 20].map((last): Check => {
    return {
      section: 'Reports',
      name: `reports: the last ${last} days`,
      async run({ api, options }) {
        const { days, today } = await readReports(api, { last: String(last) });
        expectRange(days, addDays(today, 1 - last), today, options.prepared);
      },
    };
  }),
  {
    section: 'Reports',
    name: 'reports: from_date and to_date',
    async run({ api, options }) {
      const { today } = await readReports(api);
      const [from_date, to_date] = [addDays(today, -20), addDays(today, -10)];
      const { days } = await readReports(api, { from_date, to_date });
      expectRange(days, from_date, to_date, options.prepared);
    },
  },
  {
    section: 'Reports',
    name: 'reports: from_date alone',
    async run({ api, options }) {
      const from_date = addDays((await readReports(api)).today, -12);
      const { days, today } = await readReports(api, { from_date });
      expectRange(days, from_date, today, options.prepared);
    },
  },
  {
    section: 'Reports',
    name: 'reports: to_date alone',
    async run({ api, options }) {
      const { today } = await readReports(api);
      const to_date = addDays(today, -10);
      const { days } = await readReports(api, { to_date });
      // Where the range begins then is not described.
      for (const day of days) expect(day <= to_date, `${day} is later than ${to_date}`);
      if (options.prepared) expect(days.includes(to_date), `${to_date} is missing`);
    },
  },
  {
    section: 'Takedowns',
    name: 'takedowns: 500 without per_page',
    async run({ api, options }) {
      const { length } = await listTakedowns(api, {});
      expect(length <= TAKEDOWNS_PER_PAGE, `${length} entries`);
      if (options.prepared) expect(length === TAKEDOWNS_PER_PAGE, `${length} of more than 500 entries`);
    },
  },
  {
    section: 'Takedowns',
    name: 'takedowns: the second page goes on after the first 500',
    async run({ api, options }) {
      if (!options.prepared) throw new SkippedCheckError('needs a prepared account');
      const first = new Set(await listTakedowns(api, {}));
      const second = await listTakedowns(api, { page: '2' });
      expect(second.length > 0, 'it is empty');
      expect(!second.some((code) => first.has(code)), 'it repeats the first');
    },
  },
  {
    section: 'Takedowns',
    name: 'takedowns: per_page and page',
    async run({ api }) {
      const all = await listTakedowns(api, {});
      if (all.length < 4) throw new SkippedCheckError('needs an account with 4 takedowns');
      const pages = [];
      for (const page of ['1', '2']) pages.push(...(await listTakedowns(api, { per_page: '2', page })));
      expect(pages.length === 4, `${pages.length} entries on two pages of 2`);
      expect(new Set(pages).size === 4, 'the second page repeats the first');
    },
  },
  {
    section: 'Takedowns',
    name: 'takedowns: page 1 is the first',
    async run({ api }) {
      const [first] = await listTakedowns(api, { per_page: '1' });
      if (first === undefined) throw new SkippedCheckError('needs an account with takedowns');
      const result = await api.result('/api/dmca/list', { per_page: '1', page: '1' });
      expectShape('result', result, filledArrayOf(takedown));
      expect(list(result)[0]?.['file_code'] === first, 'it differs from the page without a number');
    },
  },
];
