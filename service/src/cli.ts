import { parseArgs } from 'node:util';
import { type DialectName, type NewAccount, type ServiceOptions, startService } from './index.ts';

const defaultData = '.data/service';
const defaultPort = '8787';
const sampleAccount = 'sample@example.org';

const usage = `Usage: node service/src/cli.ts [seed] [options]

  --data DIR              folder for the database and the files (${defaultData})
  --account EMAIL[:KEY]   account to create if it doesn't exist; may be repeated (${sampleAccount})
  --dialect NAME          which API of docs/http-api.md to serve: document or sibling (document)

to run the service:
  --port N                port to listen on, 0 for any free port (${defaultPort})
  --host H                address to listen on (127.0.0.1)
  --slots N               concurrent remote uploads per account (5)
  --bytes-per-second N    speed limit of each remote upload, so that you can watch it (none)
  --site DIR              folder of pages to serve under /site/, such as the player's demo
  --admin                 serve /admin/, for this machine only
  --behind-proxy          block /settings, /admin/ and subtitles for everyone, because a proxy hides who is asking
  --quiet                 print only the address and the accounts

to fill an account ("seed"):
  --files N               number of files (100000)
  --folders M             number of folders (2000)
  --takedowns T           number of files to take down (0)
  --seed S                seed of the random names and dates (1)
  --uploaded-days-ago N   age of all files (random, up to three years)
  --viewed-days-ago N     days since their last view (random)
`;

const cliOptions = {
  data: { type: 'string', default: defaultData },
  account: { type: 'string', multiple: true },
  dialect: { type: 'string', default: 'document' },
  port: { type: 'string', default: defaultPort },
  host: { type: 'string', default: '127.0.0.1' },
  slots: { type: 'string' },
  'bytes-per-second': { type: 'string' },
  site: { type: 'string' },
  admin: { type: 'boolean', default: false },
  'behind-proxy': { type: 'boolean', default: false },
  quiet: { type: 'boolean', default: false },
  files: { type: 'string', default: '100000' },
  folders: { type: 'string', default: '2000' },
  takedowns: { type: 'string', default: '0' },
  seed: { type: 'string', default: '1' },
  'uploaded-days-ago': { type: 'string' },
  'viewed-days-ago': { type: 'string' },
  help: { type: 'boolean', default: false },
} as const;

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({ options: cliOptions, allowPositionals: true });
  if (values.help) {
    console.log(usage);
    return;
  }
  const [command, ...others] = positionals;
  if (others.length > 0 || (command !== undefined && command !== 'seed')) {
    throw new Error(`There is no command "${positionals.join(' ')}".\n\n${usage}`);
  }
  const accounts = (values.account ?? [sampleAccount]).map(parseAccount);
  if (command === 'seed') {
    const service = await startService({ dataDir: values.data, accounts });
    try {
      for (const { email } of accounts) {
        const counts = {
          files: count('files', values.files),
          folders: count('folders', values.folders),
          takedowns: count('takedowns', values.takedowns),
          ...(values['uploaded-days-ago'] !== undefined && {
            uploadedDaysAgo: count('uploaded-days-ago', values['uploaded-days-ago']),
          }),
          ...(values['viewed-days-ago'] !== undefined && {
            viewedDaysAgo: count('viewed-days-ago', values['viewed-days-ago']),
          }),
        };
        const done = await service.seed({ account: email, ...counts, seed: count('seed', values.seed) });
        console.log(`${email}: ${done.files} files in ${done.folders} folders, ${done.milliseconds} ms`);
      }
    } finally {
      await service.close();
    }
    return;
  }
  const options: ServiceOptions = {
    dataDir: values.data,
    accounts,
    // `startService` rejects unknown dialects.
    dialect: values.dialect as DialectName,
    host: values.host,
    port: count('port', values.port),
    admin: values.admin,
    behindProxy: values['behind-proxy'],
  };
  if (values.slots !== undefined) options.slots = count('slots', values.slots);
  if (values['bytes-per-second'] !== undefined) {
    options.bytesPerSecond = count('bytes-per-second', values['bytes-per-second']);
  }
  if (values.site !== undefined) options.site = values.site;
  if (!values.quiet) options.log = (line) => console.log(line);
  await serve(options);
}

async function serve(options: ServiceOptions): Promise<void> {
  const service = await startService(options);
  console.log(`Service address:  ${service.url}`);
  for (const { email, key } of service.accounts()) console.log(`API key:          ${key}  (${email})`);
  console.log(`Settings page:    ${service.url}/settings`);
  if (options.site !== undefined) console.log(`Site:             ${service.url}/site/`);
  console.log('Press Ctrl-C to stop.');
  const stop = (): void => {
    // A second Ctrl-C ends the process at once.
    process.off('SIGINT', stop);
    process.off('SIGTERM', stop);
    void service
      .close()
      .then(() => console.log('Stopped. Unfinished remote uploads restart with the service.'));
  };
  process.on('SIGINT', stop);
  process.on('SIGTERM', stop);
}

function parseAccount(text: string): NewAccount {
  const cut = text.indexOf(':');
  return cut < 0 ? { email: text } : { email: text.slice(0, cut), key: text.slice(cut + 1) };
}

function count(name: string, text: string): number {
  if (!/^\d{1,12}$/.test(text)) throw new Error(`--${name} must be a whole number, not "${text}".`);
  return Number(text);
}

try {
  await main();
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
}
