/** The account (docs/http-api.md, "Account"). `lib/api/resources`: calls and their records by noun, for `lib/api/client.ts`. */
import { rejectUnknownOptions, requireCount, requireDay } from '../arguments.ts';
import type { Dialect } from '../dialects/dialect.ts';
import type { JsonRecord } from '../envelope.ts';
import {
  clockTime,
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
import { emptyIfRefused } from './empty-list.ts';
import { probeAccount } from './probe.ts';

/** The account's details, balance and storage. */
export interface AccountInfo {
  /** The account's email address; null if unknown. */
  readonly email: string | null;
  /** The account's name on the service; null if unknown. */
  readonly login: string | null;
  /** In the service's currency, which it does not name. */
  readonly balance: number | null;
  /** The balance with its digits kept, such as `12.34500`. */
  readonly balanceText: string | null;
  /** Bytes. */
  readonly storageUsed: number | null;
  /** Bytes, 0 if the storage is full; null if there is no limit (see `storageUnlimited`) or it is unknown. */
  readonly storageLeft: number | null;
  /** Whether the service reports "unlimited" or a similar word instead of a number of bytes. */
  readonly storageUnlimited: boolean;
  /** `YYYY-MM-DD HH:MM:SS` by the service's clock, without a zone; null if there is none. */
  readonly premiumExpires: string | null;
  /** Whether it is a premium account; null if unknown. */
  readonly isPremium: boolean | null;
  /** Number of files in the account; null if unknown. */
  readonly filesTotal: number | null;
  /** `YYYY-MM-DD HH:MM:SS` by the service's clock at the time of the response. */
  readonly serverTime: string | null;
}

/** The account's figures for one day. */
export interface DailyReport {
  /** `YYYY-MM-DD` in the service's calendar. */
  readonly day: string;
  /** Views on that day. */
  readonly views: number | null;
  /** Downloads on that day. */
  readonly downloads: number | null;
  /** Earnings from views, in the service's currency. */
  readonly profitViews: number | null;
  /** Total earnings, in the service's currency. */
  readonly profitTotal: number | null;
  /** `profitViews` with its digits kept, such as "12.34567". Use it for sums, which floats would round. */
  readonly profitViewsText: string | null;
  /** `profitTotal` with its digits kept. */
  readonly profitTotalText: string | null;
}

/** A number of recent days, or the days from one to another, both included. */
export interface ReportRange {
  /** Days up to today. Default: 7 if no range is given. */
  readonly days?: number | undefined;
  /** The first day, `YYYY-MM-DD`. */
  readonly from?: string | undefined;
  /** The last day, `YYYY-MM-DD`. */
  readonly to?: string | undefined;
}

type AccountFields = Omit<AccountInfo, 'serverTime'>;

/** Any web server can say "status 200", so a result without account data isn't the service's. */
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

const clock = createRecordReader<Pick<AccountInfo, 'serverTime'>>({ serverTime: [clockTime, 'server_time'] });

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

/** Such a row, for example a sum, is left out. */
const isReportWithoutDay =
  (dialect: Dialect) =>
  (entry: JsonRecord): boolean =>
    Object.values(report(dialect)({ ...entry, day: '2000-01-01' }) ?? {}).filter((value) => value !== null)
      .length > 1;

/** The account: quotas and reports. */
export interface AccountCalls {
  /** The account's details, balance and storage (docs/http-api.md, "Account info"). */
  info(options?: CallOptions): Promise<AccountInfo>;
  /** Checks whether the service responds for this account. Makes one request that changes nothing, or three if it fails. */
  probe(options?: CallOptions): Promise<void>;
  /** Views, downloads and profit by day (docs/http-api.md, "Reports"). Default: the last 7 days. Days without activity may be missing. */
  reports(range?: ReportRange, options?: CallOptions): Promise<DailyReport[]>;
}

const dayMs = 24 * 60 * 60 * 1000;
const defaultDays = 7;

/** One more than the days since then, because the service's date may differ. */
const countDaysSince = (first: number): number => Math.max(1, Math.ceil((Date.now() - first) / dayMs) + 1);

export const accountCalls = (host: Host): AccountCalls => ({
  async info(options) {
    const { answer, dialect } = await host.ask('read', 'account.info', {}, options);
    return { ...answer.readOne(account(dialect)), ...answer.readEnvelopeFields(clock) };
  },

  probe: (options) => probeAccount(host, options),

  async reports(range = {}, options) {
    rejectUnknownOptions(range, ['days', 'from', 'to'] satisfies (keyof ReportRange)[], 'account.reports');
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
    // The host ignores the range.
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
  const { entries } = await emptyIfRefused(async () => {
    const { answer, dialect } = await host.ask('read', 'account.reports', params, options);
    return answer.readList(report(dialect), { isIncomplete: isReportWithoutDay(dialect) });
  });
  return entries;
}
