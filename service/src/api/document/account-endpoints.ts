/** Account info and reports (docs/http-api.md, "Account"). */
import { addDays, dateTime, day, isDay } from '../../date-time.ts';
import { Refusal } from '../../response-envelope.ts';
import type { Day } from '../../store/accounts.ts';
import type { Call, Endpoint } from '../endpoint.ts';
import { balance, earnings, maxReportDays } from '../operations.ts';

const defaultDays = 7;

export const accountInfo: Endpoint = {
  path: '/api/account/info',
  handle({ account, service }) {
    const left = service.store.storageLeft(account.id, service.settings);
    return {
      result: {
        email: account.email,
        balance: balance(service.store, account),
        storage_used: String(service.store.files.used(account.id)),
        storage_left: Number.isFinite(left) ? left : 'inf',
        premim_expire: dateTime(account.premiumExpires),
      },
    };
  },
};

export const accountStats: Endpoint = {
  path: '/api/account/stats',
  handle(call) {
    const { from, to } = readRange(call);
    return { result: call.service.store.accounts.days(call.account.id, from, to).map(reportEntry) };
  },
};

function readRange(call: Call): { from: string; to: string } {
  const to = call.optional('to_date') ?? day(call.now);
  const last = call.count('last', defaultDays);
  const tooMany = new Refusal(400, `At most ${maxReportDays} days at once`);
  if (!isDay(to)) throw new Refusal(400, 'Invalid to_date: use YYYY-MM-DD');
  if (last > maxReportDays) throw tooMany;
  const from = call.optional('from_date') ?? addDays(to, 1 - last);
  if (!isDay(from)) throw new Refusal(400, 'Invalid from_date: use YYYY-MM-DD');
  if (addDays(from, maxReportDays) < to) throw tooMany;
  return { from, to };
}

function reportEntry({ day, views, downloads }: Day) {
  const { byViews, total } = earnings({ views, downloads });
  return {
    day,
    views: String(views),
    downloads: String(downloads),
    profit_views: byViews,
    profit_total: total,
  };
}
