/** The conformance suite from the command line; see service/README.md, "Is a service as documented?". */
import { parseArgs } from 'node:util';
import { startSampleSite } from '../src/sample-site.ts';
import { Context, type DialectName, formatReport, runCheck, suites, type Verdict } from './index.ts';

const usage = `Usage: node service/conformance/run.ts --base-url URL --key KEY [options]

Calls a service as docs/http-api.md describes it and reports what holds. It leaves folders and files, all named
"conformance …", in the account: use one that was made for this. It also sends wrong keys, and up to 30 requests at once.

  --base-url URL      address of the service, with its path if it has one: https://host.example/sub/
  --key KEY           API key of the account
  --dialect NAME      document (default) or sibling: which of the APIs in docs/http-api.md the service speaks
  --other-key KEY     key of a second account, to clone across
  --site-url URL      address under which the service reaches this program's sample site (with a service on this machine:
                      found by itself); without, remote uploads and subtitles are skipped
  --site-host HOST    address the sample site listens on (127.0.0.1)
  --site-port PORT    its port (any free one)
  --change-queue      also check the transfer actions, which can restart or remove other transfers of the account
  --prepared          the account has reports of each of the last 30 days, more than 500 takedowns, and more than 200 files
                      of all ages; less is then a failure. In the sibling dialect some takedowns of today are enough
  --scripted-player   the player reads its options in the browser; they are skipped
  --section TITLE     only the checks of this section of docs/http-api.md; may be repeated

Exits 0 when no check fails, 1 when one does, 2 when it could not start.
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
  console.error(`The dialect is one of ${Object.keys(suites).join(', ')}, not "${dialect}".\n\n${usage}`);
  process.exit(2);
}
const { checks } = suites[dialect];
const chosen = sections ? checks.filter(({ section }) => sections.includes(section)) : checks;

if (values.help) {
  console.log(usage);
} else if (baseUrl === undefined || key === undefined || !URL.canParse(baseUrl) || chosen.length === 0) {
  console.error(
    `${chosen.length === 0 ? 'There is no such section.' : 'A base address and a key are needed.'}\n`,
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
