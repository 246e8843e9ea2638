/** Account info and reports (docs/http-api.md, "Account info (sibling)" and "Reports (sibling)"). */
import { addDays, dateTime, day } from '../../date-time.ts';
import { Refusal } from '../../response-envelope.ts';
import type { Endpoint } from '../endpoint.ts';
import { balance, earnings, formatMoney, maxReportDays } from '../operations.ts';

const defaultDays = 7;

export const accountInfo: Endpoint = {
  path: '/api/account/info',
  handle({ account, now, service }) {
    const { files } = service.store;
    const left = service.store.storageLeft(account.id, service.settings);
    return {
      result: {
        email: account.email,
        login: account.email.split('@', 1)[0],
        balance: balance(service.store, account),
        storage_used: String(files.used(account.id)),
        storage_left: Number.isFinite(left) ? String(left) : 'inf',
        premium: account.premiumExpires > now ? '1' : '0',
        premium_expire: dateTime(account.premiumExpires),
        files_total: String(files.list(account.id, {}, 0, 0).total),
      },
    };
  },
};

/** Ad blockers, sales and referrals are unknown here, so their numbers are 0. */
export const accountStats: Endpoint = {
  path: '/api/account/stats',
  handle(call) {
    const last = call.count('last', defaultDays);
    if (last > maxReportDays) throw new Refusal(400, `At most ${maxReportDays} days at once`);
    const to = day(call.now);
    const days = call.service.store.accounts.days(call.account.id, addDays(to, 1 - last), to);
    return {
      result: days.map(({ day, views, downloads }) => {
        const { byViews, total } = earnings({ views, downloads });
        return {
          day,
          views: String(views),
          downloads: String(downloads),
          views_adb: '0',
          views_prem: '0',
          sales: '0',
          refs: '0',
          profit_views: byViews,
          profit_sales: formatMoney(0),
          profit_refs: formatMoney(0),
          profit_site: formatMoney(0),
          profit_total: total,
        };
      }),
    };
  },
};
