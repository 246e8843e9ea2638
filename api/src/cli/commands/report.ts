import type { Command } from '../command.ts';
import { UsageError } from '../failure.ts';
import { formatBytes } from '../printable.ts';

export const report: Command = {
  name: 'report',
  usage: '[--days N]',
  summary: 'Prints the account’s storage and balance, and views, downloads and profit by day.',
  details: ['Days without figures may be missing. Times and days are by the service’s clock.'],
  options: {
    days: { value: 'N', help: 'the number of days until today (7)' },
    from: { value: 'DAY', help: 'the first day, such as 2026-01-31' },
    to: { value: 'DAY', help: 'the last day' },
  },
  count: [0, 0],

  async run({ text, client, output, stopping }) {
    const options = { signal: stopping };
    const range = { days: readCount(text('days')), from: readDay(text('from')), to: readDay(text('to')) };
    if (range.days !== undefined && (range.from ?? range.to) !== undefined)
      throw new UsageError('Give either --days, or --from and --to.');
    const info = await client.account.info(options);
    const days = await client.account.reports(range, options);
    const bytes = (value: number | null) => (value === null ? 'unknown' : formatBytes(value));
    const left = info.storageUnlimited ? 'unlimited' : bytes(info.storageLeft);
    await output.result(
      { type: 'account', ...info },
      `${info.email ?? info.login ?? 'Account'}: ${bytes(info.storageUsed)} used, ${left} left, balance ${info.balanceText ?? 'unknown'}`,
    );
    for (const day of days)
      await output.result(
        { type: 'day', ...day },
        `${day.day}  ${day.views ?? '?'} views  ${day.downloads ?? '?'} downloads  ${day.profitTotalText ?? '?'} earned`,
      );
  },
};

function readCount(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  if (!/^[1-9]\d{0,4}$/.test(text))
    throw new UsageError(`--days must be a whole number of at least 1, not “${text}”.`);
  return Number(text);
}

function readDay(text: string | undefined): string | undefined {
  if (text === undefined) return undefined;
  const isDay = /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text));
  if (!isDay) throw new UsageError(`“${text}” is not a day in the form 2026-01-31.`);
  return text;
}
