/** The account (docs/http-api.md, "Account"). `lib/api/resources`: calls and their records by noun, for `lib/api/client.ts`. */
import { requireCount, requireDay } from '../arguments.ts';
import { isEmptyListMessage } from '../classify-message.ts';
import type { JsonRecord } from '../envelope.ts';
import { isApiError } from '../errors.ts';
import {
  count,
  createRecordReader,
  dateTime,
  day,
  decimal,
  decimalText,
  type RecordReader,
  remaining,
  textOrNull,
  unlimited,
} from '../fields.ts';
import type { Call, CallOptions } from '../transport.ts';
import { probeAccount } from './probe.ts';

/** What the account has and is allowed. */
export interface AccountInfo {
  /** The account's address; null where the service does not say. */
  readonly email: string | null;
  /** In the service's currency, which it does not name. */
  readonly balance: number | null;
  /** The balance digit for digit, such as `12.34500`. */
  readonly balanceText: string | null;
  /** Bytes. */
  readonly storageUsed: number | null;
  /** Bytes, 0 in a full account; null where there is no limit (see `storageUnlimited`) or the service does not say. */
  readonly storageLeft: number | null;
  /** True where the service reports "unlimited", or a similar word, instead of a number of bytes. */
  readonly storageUnlimited: boolean;
  /** `YYYY-MM-DD HH:MM:SS` on the service's clock, no zone; null where the service gives no such time. */
  readonly premiumExpires: string | null;
  /** `YYYY-MM-DD HH:MM:SS` on the service's clock when it answered. */
  readonly serverTime: string | null;
}

/** One day of the account. */
export interface DailyReport {
  /** `YYYY-MM-DD` on the service's calendar. */
  readonly day: string;
  /** Views on that day. */
  readonly views: number | null;
  /** Downloads on that day. */
  readonly downloads: number | null;
  /** Money earned by views, in the service's currency. */
  readonly profitViews: number | null;
  /** Money earned by everything, in the service's currency. */
  readonly profitTotal: number | null;
  /** `profitViews` digit by digit, such as "12.34567": for sums, which floats would round. */
  readonly profitViewsText: string | null;
  /** `profitTotal` digit by digit. */
  readonly profitTotalText: string | null;
}

/** The last so many days, or the days from one to another, both included. */
export interface ReportRange {
  /** Days up to today; 7 where no range is given. */
  readonly days?: number | undefined;
  /** The first day, `YYYY-MM-DD`. */
  readonly from?: string | undefined;
  /** The last day, `YYYY-MM-DD`. */
  readonly to?: string | undefined;
}

const accountFields = createRecordReader<Omit<AccountInfo, 'serverTime'>>({
  email: [textOrNull, 'email'],
  balance: [decimal, 'balance'],
  balanceText: [decimalText, 'balance'],
  storageUsed: [count, 'storage_used'],
  storageLeft: [remaining, 'storage_left'],
  storageUnlimited: [unlimited, 'storage_left'],
  premiumExpires: [dateTime, 'premim_expire', 'premium_expire'],
});

/** Any web server can say "status 200"; one that knows nothing of an account is not the service that was meant. */
const account: RecordReader<Omit<AccountInfo, 'serverTime'>> = (raw) => {
  const read = accountFields(raw);
  if (read === null) return null;
  const { email, balance, storageUsed, storageLeft, storageUnlimited } = read;
  return storageUnlimited || (email ?? balance ?? storageUsed ?? storageLeft) !== null ? read : null;
};

const clock = createRecordReader<Pick<AccountInfo, 'serverTime'>>({ serverTime: [dateTime, 'server_time'] });

const report = createRecordReader<DailyReport>({
  day: [day, 'day', 'date'],
  views: [count, 'views'],
  downloads: [count, 'downloads'],
  profitViews: [decimal, 'profit_views'],
  profitTotal: [decimal, 'profit_total'],
  profitViewsText: [decimalText, 'profit_views'],
  profitTotalText: [decimalText, 'profit_total'],
});

/** Such as a sum. It is left out, also where there is nothing else. */
const isReportWithoutDay = (entry: JsonRecord): boolean =>
  Object.values(report({ ...entry, day: '2000-01-01' }) ?? {}).filter((value) => value !== null).length > 1;

/** The account's own figures. */
export interface AccountCalls {
  /** What the account has and is allowed (docs/http-api.md, "Account info"). */
  info(options?: CallOptions): Promise<AccountInfo>;
  /** Resolves where the service answers for the account at all. One request without effect, two where the first one fails. */
  probe(options?: CallOptions): Promise<void>;
  /** Views, downloads and profit by day, by default of 7 days (docs/http-api.md, "Reports"). Days without any may be missing. */
  reports(range?: ReportRange, options?: CallOptions): Promise<DailyReport[]>;
}

export const accountCalls = (call: Call): AccountCalls => ({
  async info(options) {
    const answer = await call('read', 'account/info', {}, options);
    return { ...answer.readOne(account), ...answer.readEnvelopeFields(clock) };
  },

  probe: (options) => probeAccount(call, options),

  async reports({ days, from, to } = {}, options) {
    const params = {
      last: requireCount(days, 'days'),
      from_date: from === undefined ? undefined : requireDay(from, 'from'),
      to_date: to === undefined ? undefined : requireDay(to, 'to'),
    };
    try {
      const answer = await call('read', 'account/stats', params, options);
      const { entries } = await answer.readList(report, { isIncomplete: isReportWithoutDay });
      return entries;
    } catch (error) {
      // Some services refuse with "Nothing to report" (docs/http-api.md, "Errors").
      if (isApiError(error, 'refused') && error.msg !== null && isEmptyListMessage(error.msg)) return [];
      throw error;
    }
  },
});
