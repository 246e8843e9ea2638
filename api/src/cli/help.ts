/** Generates the help and the README's table from the commands. Pure. */
import type { Command, Option } from './command.ts';
import { commands } from './commands.ts';

export const commonOptions: Readonly<Record<string, Option>> = {
  host: { value: 'ADDRESS', help: 'the service, such as https://files.example (or LINKHAUL_HOST)' },
  'key-file': {
    value: 'FILE',
    help: 'a file with the API key, which only you can read (or LINKHAUL_KEY_FILE)',
  },
  json: { help: 'JSON lines, even on a terminal' },
  help: { help: 'show this help' },
};

const environment = `The API key comes from LINKHAUL_KEY, or from a file that only you can read; never from an argument.
LINKHAUL_STATE is the folder of the journal and of the limit that processes share
(~/.local/state/linkhaul-api). LINKHAUL_PER_SECOND is that limit, in requests a second (10).

Exit codes: 0 all done, 1 some failed, 2 the command or its settings are wrong, 130 interrupted.
`;

const nameWidth = 24;

const listOptions = (options: Readonly<Record<string, Option>>): string =>
  Object.entries(options)
    .map(([name, { value, help }]) => {
      const left = `  --${name}${value === undefined ? '' : ` ${value}`}`;
      return `${left.padEnd(nameWidth)}${left.length >= nameWidth ? `\n${' '.repeat(nameWidth)}` : ''}${help}\n`;
    })
    .join('');

/** "linkhaul-api --help" */
export function describeAll(): string {
  const lines = commands.map(({ name, usage, summary }) => `  ${`${name} ${usage}`.padEnd(34)}${summary}\n`);
  return `Usage: linkhaul-api COMMAND [OPTIONS]

${lines.join('')}
Options for every command:
${listOptions(commonOptions)}
${environment}
“linkhaul-api COMMAND --help” shows all options.
`;
}

/** "linkhaul-api send --help" */
export function describeCommand({ name, usage, summary, details, options }: Command): string {
  return `Usage: linkhaul-api ${name} ${usage} [OPTIONS]

${[summary, ...details].map(wrap).join('\n\n')}

Options:
${listOptions({ ...options, ...commonOptions })}
${environment}`;
}

export const describeInMarkdown = (): string =>
  [
    '| command | what it does |',
    '|---|---|',
    ...commands.map(
      ({ name, usage, summary }) => `| \`${name} ${usage.replaceAll('|', '\\|')}\` | ${summary} |`,
    ),
  ].join('\n');

const lineLength = 100;

function wrap(text: string): string {
  let length = 0;
  return text
    .split(' ')
    .map((word) => {
      const isNext = length > 0 && length + word.length + 1 > lineLength;
      const gap = length === 0 ? '' : isNext ? '\n' : ' ';
      length = isNext || length === 0 ? word.length : length + word.length + 1;
      return gap + word;
    })
    .join('');
}
