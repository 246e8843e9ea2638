/** Account info and reports (docs/http-api.md, "Account"). */
import { addDays, dateTime, day, isDay } from '../date-time.ts';
import { Refusal } from '../response-envelope.ts';
import type { Account, Day } from '../store/accounts.ts';
import type { Store } from '../store/store.ts';
import type { Call, Endpoint } from './endpoint.ts';

/** What a view and a download earn: invented, so that reports and balance have something to show. */
const PROFIT_PER_VIEW = 0.0005;
const PROFIT_PER_DOWNLOAD = 0.0002;

const DEFAULT_DAYS = 7;
/** Protects the service. The description names no most. */
const MAX_DAYS = 3660;

const formatMoney = (amount: number): string => amount.toFixed(5);

function balance(store: Store, account: Account): string {
  const { views, downloads } = store.accounts.totals(account.id);
  return formatMoney(views * PROFIT_PER_VIEW + downloads * PROFIT_PER_DOWNLOAD);
}

export const accountInfo: Endpoint = {
  path: '/api/account/info',
  answer({ account, service: { store, settings } }) {
    const used = store.files.used(account.id);
    return {
      result: {
        email: account.email,
        balance: balance(store, account),
        storage_used: String(used),
        storage_left: Math.max(0, settings.quotaBytes - used),
        premim_expire: dateTime(account.premiumExpires),
      },
    };
  },
};

export const accountStats: Endpoint = {
  path: '/api/account/stats',
  answer(call) {
    const { from, to } = readRange(call);
    return { result: call.service.store.accounts.days(call.account.id, from, to).map(reportEntry) };
  },
};

/** The requested days, both ends included. */
function readRange(call: Call): { from: string; to: string } {
  const to = call.optional('to_date') ?? day(call.now);
  const last = call.count('last', DEFAULT_DAYS);
  const tooMany = new Refusal(400, `At most ${MAX_DAYS} days at once`);
  if (!isDay(to)) throw new Refusal(400, 'Invalid to_date: a day is written YYYY-MM-DD');
  if (last > MAX_DAYS) throw tooMany;
  const from = call.optional('from_date') ?? addDays(to, 1 - last);
  if (!isDay(from)) throw new Refusal(400, 'Invalid from_date: a day is written YYYY-MM-DD');
  if (addDays(from, MAX_DAYS) < to) throw tooMany;
  return { from, to };
}

function reportEntry({ day, views, downloads }: Day) {
  const profitViews = views * PROFIT_PER_VIEW;
  return {
    day,
    views: String(views),
    downloads: String(downloads),
    profit_views: formatMoney(profitViews),
    profit_total: formatMoney(profitViews + downloads * PROFIT_PER_DOWNLOAD),
  };
}
