/** The account (docs/http-api.md, "Account"). `lib/api/resources`: calls and their records by noun, for `lib/api/client.ts`. */
import { requireCount, requireDay, requireKnown } from '../arguments.ts';
import { isEmptyListMessage } from '../classify-message.ts';
import type { Dialect } from '../dialects/dialect.ts';
import type { JsonRecord } from '../envelope.ts';
import { isApiError } from '../errors.ts';
import {
  count,
  createRecordReader,
  dateTime,
  day,
  decimal,
  decimalText,
  flag,
  type RecordReader,
  remaining,
  textOrNull,
  unlimited,
} from '../fields.ts';
import { type Host, type Params, takesParam } from '../host.ts';
import type { CallOptions } from '../transport.ts';
import { probeAccount } from './probe.ts';

/** What the account has and is allowed. */
export interface AccountInfo {
  /** The account's address; null where the service does not say. */
  readonly email: string | null;
  /** The account's name at the service; null where the service does not say. */
  readonly login: string | null;
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
  /** Whether it is a premium account; null where the service does not say. */
  readonly isPremium: boolean | null;
  /** Files in the account; null where the service does not say. */
  readonly filesTotal: number | null;
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

type AccountFields = Omit<AccountInfo, 'serverTime'>;

/** Any web server can say "status 200"; one that knows nothing of an account is not the service that was meant. */
const account = ({ fields: { account: names } }: Dialect): RecordReader<AccountFields> => {
  const readFields = createRecordReader<AccountFields>({
    email: [textOrNull, ...names.email],
    login: [textOrNull, ...names.login],
    balance: [decimal, ...names.balance],
    balanceText: [decimalText, ...names.balance],
    storageUsed: [count, ...names.storageUsed],
    storageLeft: [remaining, ...names.storageLeft],
    storageUnlimited: [unlimited, ...names.storageLeft],
    isPremium: [flag, ...names.isPremium],
    premiumExpires: [dateTime, ...names.premiumExpires],
    filesTotal: [count, ...names.filesTotal],
  });
  return (raw) => {
    const read = readFields(raw);
    if (read === null) return null;
    const { email, login, balance, storageUsed, storageLeft, storageUnlimited } = read;
    return storageUnlimited || (email ?? login ?? balance ?? storageUsed ?? storageLeft) !== null
      ? read
      : null;
  };
};

const clock = createRecordReader<Pick<AccountInfo, 'serverTime'>>({ serverTime: [dateTime, 'server_time'] });

const report = ({ fields: { report: names } }: Dialect) =>
  createRecordReader<DailyReport>({
    day: [day, ...names.day],
    views: [count, ...names.views],
    downloads: [count, ...names.downloads],
    profitViews: [decimal, ...names.profitViews],
    profitTotal: [decimal, ...names.profitTotal],
    profitViewsText: [decimalText, ...names.profitViews],
    profitTotalText: [decimalText, ...names.profitTotal],
  });

/** Such as a sum. It is left out, also where there is nothing else. */
const isReportWithoutDay =
  (dialect: Dialect) =>
  (entry: JsonRecord): boolean =>
    Object.values(report(dialect)({ ...entry, day: '2000-01-01' }) ?? {}).filter((value) => value !== null)
      .length > 1;

/** The account's own figures. */
export interface AccountCalls {
  /** What the account has and is allowed (docs/http-api.md, "Account info"). */
  info(options?: CallOptions): Promise<AccountInfo>;
  /** Resolves where the service answers for the account at all. One request without effect, two where the first one fails. */
  probe(options?: CallOptions): Promise<void>;
  /** Views, downloads and profit by day, by default of 7 days (docs/http-api.md, "Reports"). Days without any may be missing. */
  reports(range?: ReportRange, options?: CallOptions): Promise<DailyReport[]>;
}

const dayMs = 24 * 60 * 60 * 1000;
const defaultDays = 7;

/** How many of the last days reach back to this one; one more, because the service's day may be another than ours. */
const countDaysSince = (first: number): number => Math.max(1, Math.ceil((Date.now() - first) / dayMs) + 1);

export const accountCalls = (host: Host): AccountCalls => ({
  async info(options) {
    const { answer, dialect } = await host.ask('read', 'account.info', {}, options);
    return { ...answer.readOne(account(dialect)), ...answer.readEnvelopeFields(clock) };
  },

  probe: (options) => probeAccount(host, options),

  async reports(range = {}, options) {
    requireKnown(range, ['days', 'from', 'to'] satisfies (keyof ReportRange)[], 'account.reports');
    const { days, from, to } = range;
    const params = {
      days: requireCount(days, 'days'),
      from: from === undefined ? undefined : requireDay(from, 'from'),
      to: to === undefined ? undefined : requireDay(to, 'to'),
    };
    const isInRange = ({ day }: DailyReport) => (from ?? day) <= day && day <= (to ?? day);
    const takesRange = takesParam(host.dialect, 'account.reports', 'from');
    if ((from ?? to) === undefined || takesRange) {
      const reports = await readReports(host, params, options);
      if (reports.every(isInRange)) return reports;
    }
    // The host passes over the range.
    const first = from === undefined ? Date.parse(to ?? '') - (defaultDays - 1) * dayMs : Date.parse(from);
    const reports = await readReports(host, { days: countDaysSince(first) }, options);
    return reports.filter((each) => isInRange(each) && Date.parse(each.day) >= first);
  },
});

async function readReports(
  host: Host,
  params: Params<'account.reports'>,
  options: CallOptions | undefined,
): Promise<DailyReport[]> {
  try {
    const { answer, dialect } = await host.ask('read', 'account.reports', params, options);
    const { entries } = await answer.readList(report(dialect), { isIncomplete: isReportWithoutDay(dialect) });
    return entries;
  } catch (error) {
    // Some services refuse with "Nothing to report" (docs/http-api.md, "Errors").
    if (isApiError(error, 'refused') && error.msg !== null && isEmptyListMessage(error.msg)) return [];
    throw error;
  }
}
