/** Command line of the conformance suite. See service/README.md, "Is a service as documented?". */
import { parseArgs } from 'node:util';
import { startSampleSite } from '../src/sample-site.ts';
import { Context, type DialectName, formatReport, runCheck, suites, type Verdict } from './index.ts';

const usage = `Usage: node service/conformance/run.ts --base-url URL --key KEY [options]

Calls a service as docs/http-api.md describes it and reports the differences. It leaves folders and files named
"conformance …" in the account, so use a test account. It also sends wrong keys, and up to 30 requests at once.

  --base-url URL      address of the service, including its path: https://host.example/sub/
  --key KEY           API key of the account
  --dialect NAME      which API of docs/http-api.md the service has: document (default) or sibling
  --other-key KEY     key of a second account, to clone between accounts
  --site-url URL      address at which the service reaches the sample site that this program starts. Not needed for a
                      service on this machine. Otherwise, remote uploads and subtitles are skipped without it
  --site-host HOST    address that the sample site listens on (127.0.0.1)
  --site-port PORT    port that the sample site listens on (any free port)
  --change-queue      also check the transfer actions, which can restart or remove other transfers of the account
  --prepared          the account has reports for each of the last 30 days, more than 500 takedowns, and more than 200 files
                      of all ages. Less is then a failure. In the sibling dialect, one takedown of today is enough
  --scripted-player   the player reads its options in the browser, so they are skipped
  --section TITLE     only run the checks of this section of docs/http-api.md; may be repeated

Exit code: 0 if no check fails, 1 if one fails, 2 if the suite could not start.
`;

const options = {
  'base-url': { type: 'string' },
  key: { type: 'string' },
  dialect: { type: 'string', default: 'document' },
  'other-key': { type: 'string' },
  'site-url': { type: 'string' },
  'site-host': { type: 'string', default: '127.0.0.1' },
  'site-port': { type: 'string', default: '0' },
  'change-queue': { type: 'boolean', default: false },
  prepared: { type: 'boolean', default: false },
  'scripted-player': { type: 'boolean', default: false },
  section: { type: 'string', multiple: true },
  help: { type: 'boolean', default: false },
} as const;

function readArguments() {
  try {
    return parseArgs({ options }).values;
  } catch (error) {
    console.error(`${error instanceof Error ? error.message : error}\n\n${usage}`);
    process.exit(2);
  }
}

const isDialect = (name: string): name is DialectName => Object.hasOwn(suites, name);

const values = readArguments();
const { 'base-url': baseUrl, dialect, key, section: sections } = values;
if (!isDialect(dialect)) {
  console.error(`--dialect must be one of ${Object.keys(suites).join(', ')}, not "${dialect}".\n\n${usage}`);
  process.exit(2);
}
const { checks } = suites[dialect];
const chosen = sections ? checks.filter(({ section }) => sections.includes(section)) : checks;

if (values.help) {
  console.log(usage);
} else if (baseUrl === undefined || key === undefined || !URL.canParse(baseUrl) || chosen.length === 0) {
  console.error(
    `${chosen.length === 0 ? 'There is no section with the --section title.' : '--base-url and --key are required.'}\n`,
  );
  console.error(usage);
  process.exitCode = 2;
} else {
  const siteUrl = values['site-url']?.replace(/\/+$/, '');
  const site = await startSampleSite({
    host: values['site-host'],
    port: Number(values['site-port']),
    ...(siteUrl !== undefined && { publicUrl: siteUrl }),
  });
  try {
    const { 'other-key': otherKey } = values;
    const isLoopback = /^(127\.|localhost$|\[::1\]$)/.test(new URL(baseUrl).hostname);
    const sourceSite = siteUrl ?? (isLoopback ? site.url : undefined);
    const context = new Context({
      baseUrl,
      key,
      dialect,
      mayChangeQueue: values['change-queue'],
      prepared: values.prepared,
      scriptedPlayer: values['scripted-player'],
      ...(otherKey !== undefined && { otherKey }),
      ...(sourceSite !== undefined && { sourceSite, localSite: site.url }),
    });
    const verdicts: Verdict[] = [];
    for (const [index, check] of chosen.entries()) {
      if (process.stderr.isTTY) process.stderr.write(`\r${index + 1} of ${chosen.length} checks`);
      verdicts.push(await runCheck(check, context));
    }
    if (process.stderr.isTTY) process.stderr.write('\r');
    console.log(formatReport(verdicts));
    const unfinished = await context.finishTransfers();
    if (unfinished > 0) console.log(`\n${unfinished} transfers of this run are still in the queue.`);
    process.exitCode = verdicts.some(({ outcome }) => outcome === 'fails') ? 1 : 0;
  } finally {
    await site.close();
  }
}
