import { type Check, list } from '../context.ts';
import {
  arrayOf,
  code,
  dateTime,
  day,
  expect,
  expectShape,
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
const isoDay = (time: number) => new Date(time).toISOString().slice(0, 10);

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
    name: 'reports: at most 7 days without a range',
    async run({ api }) {
      const result = await api.result('/api/account/stats');
      expectShape('result', result, arrayOf(reportEntry));
      expect(list(result).length <= 7, `${list(result).length} entries`);
    },
  },
  {
    section: 'Reports',
    name: 'reports: last',
    async run({ api }) {
      const result = await api.result('/api/account/stats', { last: '2' });
      expectShape('result', result, arrayOf(reportEntry));
      expect(list(result).length <= 2, `${list(result).length} entries`);
    },
  },
  {
    section: 'Reports',
    name: 'reports: from_date and to_date',
    async run({ api }) {
      const from = isoDay(Date.now() - 20 * DAY_MS);
      const to = isoDay(Date.now() - 10 * DAY_MS);
      const result = await api.result('/api/account/stats', { from_date: from, to_date: to });
      expectShape('result', result, arrayOf(reportEntry));
      for (const entry of list(result)) {
        const reported = String(entry['day']);
        expect(reported >= from && reported <= to, `${reported} lies outside ${from} to ${to}`);
      }
    },
  },
  {
    section: 'Takedowns',
    name: 'takedown list',
    async run({ api }) {
      expectShape('result', await api.result('/api/dmca/list'), arrayOf(takedown));
    },
  },
  {
    section: 'Takedowns',
    name: 'takedown list: per_page and page',
    async run({ api }) {
      const result = await api.result('/api/dmca/list', { per_page: '1', page: '1' });
      expectShape('result', result, arrayOf(takedown));
      expect(list(result).length <= 1, `${list(result).length} entries for per_page=1`);
    },
  },
];
