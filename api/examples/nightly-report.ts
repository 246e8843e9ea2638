/**
 * Reports on an account: money, storage, failed transfers and takedowns. For a timer such as cron.
 *
 *     LINKHAUL_HOST=https://files.example LINKHAUL_KEY=… node nightly-report.ts | mail -s 'Files' me@example.com
 *
 * Exits with code 1 if something needs your attention. Warns on stderr while the service is slow or unreachable.
 * Needs Node.js 22.18 or newer, Deno or Bun.
 */
import { createClient } from 'linkhaul-api';

const { LINKHAUL_HOST: baseUrl = '', LINKHAUL_KEY: key = '' } = process.env;
const { warn, error } = console;
const logger = { debug: warn, info: warn, warn, error };
const client = createClient({ baseUrl, key, logger, logLevel: 'warn', maxRetries: 8 });

const gigabytes = (bytes: number | null) =>
  bytes === null ? 'an unknown number of' : (bytes / 1e9).toFixed(1);
const account = await client.account.info();
console.log(`${account.email ?? account.login}: balance ${account.balanceText ?? 'unknown'}`);
console.log(
  `${gigabytes(account.storageUsed)} GB used, ${account.storageUnlimited ? 'no limit' : `${gigabytes(account.storageLeft)} GB left`}`,
);

for (const { day, views, downloads, profitTotalText } of await client.account.reports({ days: 7 }))
  console.log(
    `${day}: ${views ?? '?'} views, ${downloads ?? '?'} downloads, ${profitTotalText ?? '?'} earned`,
  );

const problems: string[] = [];
const { storageLeft } = account;
if (storageLeft !== null && storageLeft < 10e9) problems.push('There is little room left.');

const transfers = await client.remoteUploads.list();
for (const { phase, remoteUrl, status } of transfers)
  if (phase === 'error') problems.push(`The service could not fetch ${remoteUrl}: ${status}`);
if (transfers.skipped > 0) problems.push(`${transfers.skipped} transfers could not be read.`);

const takedowns = client.takedowns.iterate();
for await (const { fileCode, reportedOn } of takedowns)
  problems.push(`The file ${fileCode} was reported for takedown${reportedOn ? ` on ${reportedOn}` : ''}.`);
if (!takedowns.summary?.isComplete) problems.push('Not all takedowns could be read.');

for (const problem of problems) console.log(`! ${problem}`);
process.exitCode = problems.length > 0 ? 1 : 0;
