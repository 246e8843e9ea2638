/** Parses the command line, runs the command and returns the exit code. */
import { createRequire } from 'node:module';
import { constants } from 'node:os';
import { type ParseArgsConfig, parseArgs } from 'node:util';
import type { Command, Context } from './command.ts';
import { commands } from './commands.ts';
import { connect } from './connect.ts';
import { describeFailure, UsageError } from './failure.ts';
import { commonOptions, describeAll, describeCommand } from './help.ts';
import { Journal } from './journal.ts';
import { Output, type OutputStream } from './output.ts';

const exitCodes = { done: 0, failed: 1, usage: 2 } as const;

/** The part of `process` that the command line uses. */
export interface CliProcess {
  readonly env: NodeJS.ProcessEnv;
  readonly stdin: NodeJS.ReadableStream;
  readonly stdout: OutputStream;
  readonly stderr: OutputStream;
  readonly signals: Pick<NodeJS.Process, 'on' | 'off'>;
}

export async function run(argv: readonly string[], cli: CliProcess): Promise<number> {
  const { env, stdin, stdout, stderr } = cli;
  const interruption = new AbortController();
  const stop = new AbortController();
  let interruptedCode: number | null = null;
  let output: Output | undefined;
  const onSignal = (signal: NodeJS.Signals) => {
    interruptedCode = 128 + constants.signals[signal];
    // The first signal stops, the second cancels running requests, and the third exits.
    if (interruption.signal.aborted) process.exit(interruptedCode);
    if (stop.signal.aborted) interruption.abort();
    else
      output?.note(
        'Stopping. Run the same command to continue. Press Ctrl-C again to cancel running requests.',
      );
    stop.abort();
  };
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
  for (const signal of signals) cli.signals.on(signal, onSignal);
  try {
    const found = findCommand(argv);
    const print = (isJson: boolean) => {
      output = new Output({ env, stdout, stderr, isJson, onClosed: () => stop.abort() });
      return output;
    };
    if (typeof found === 'string') {
      print(false);
      stdout.write(found);
      return exitCodes.done;
    }
    const { command, args, values } = found;
    const current = print(values['json'] === true);
    const text = (name: string) => (typeof values[name] === 'string' ? values[name] : undefined);
    const { client, statePath, warning } = connect({ env, host: text('host'), keyFile: text('key-file') });
    if (warning !== null) current.note(warning);
    let journal: Journal | undefined;
    const context: Context = {
      args,
      text,
      flag: (name) => values[name] === true,
      client,
      output: current,
      openJournal: () => {
        journal ??= new Journal(statePath);
        return journal;
      },
      stdin,
      stopping: stop.signal,
      signal: interruption.signal,
    };
    await command.run(context);
    current.progress('');
    if (interruptedCode !== null) return interruptedCode;
    // Without a reader, the rest of a list doesn't matter, but the rest of a change does.
    const isCut = current.isClosed && 'dry-run' in command.options;
    return current.failed > 0 || isCut ? exitCodes.failed : exitCodes.done;
  } catch (error) {
    output?.progress('');
    if (interruptedCode !== null) return interruptedCode;
    // A missing reader is normal in a pipe.
    if (output?.isClosed) return exitCodes.done;
    const isUsage = error instanceof UsageError;
    const { message } = describeFailure(error);
    if (output) output.note(message);
    else stderr.write(`${message}\n`);
    return isUsage ? exitCodes.usage : exitCodes.failed;
  } finally {
    for (const signal of signals) cli.signals.off(signal, onSignal);
  }
}

interface Found {
  readonly command: Command;
  readonly args: readonly string[];
  readonly values: Readonly<Record<string, string | boolean | undefined>>;
}

/** @returns the command, or a text to print */
function findCommand(argv: readonly string[]): Found | string {
  const [first, ...rest] = argv;
  if (first === undefined) throw new UsageError(describeAll().trimEnd());
  if (first === '--version') return `${readVersion()}\n`;
  if (first === '--help' || first === '-h') return describeAll();
  if (first === 'help') return rest[0] === undefined ? describeAll() : describeCommand(getCommand(rest[0]));
  const command = getCommand(first);
  const options: NonNullable<ParseArgsConfig['options']> = {};
  for (const [name, { value }] of Object.entries({ ...command.options, ...commonOptions }))
    options[name] = { type: value === undefined ? 'boolean' : 'string' };
  options['help'] = { type: 'boolean', short: 'h' };
  const { values, positionals } = parse(rest, options, command);
  if (values['help'] === true) return describeCommand(command);
  const [fewest, most] = command.count;
  if (positionals.length < fewest || positionals.length > most || positionals.includes(''))
    throw new UsageError(`Usage: linkhaul-api ${command.name} ${command.usage}\n${seeHelp(command)}`);
  return { command, args: positionals, values: values as Found['values'] };
}

const seeHelp = ({ name }: Command) => `See “linkhaul-api ${name} --help”.`;

function getCommand(name: string): Command {
  const command = commands.find((each) => each.name === name);
  if (command) return command;
  const names = commands.map((each) => each.name).join(', ');
  throw new UsageError(`There is no command “${name}”. Commands: ${names}.`);
}

function parse(args: readonly string[], options: NonNullable<ParseArgsConfig['options']>, command: Command) {
  // Other users can see arguments, and the shell's history keeps them.
  const end = args.indexOf('--');
  if (args.some((each, at) => /^--(api-?)?key(=|$)/.test(each) && (end < 0 || at < end)))
    throw new UsageError(
      'The key can’t be an argument, because other users and the shell’s history would see it. Put it into LINKHAUL_KEY or a --key-file.',
    );
  try {
    return parseArgs({ args: [...args], options, allowPositionals: true });
  } catch (error) {
    const [sentence = ''] = (error as Error).message.split('. ', 1);
    throw new UsageError(`${sentence.replace(/\.?$/, '.')} ${seeHelp(command)}`);
  }
}

function readVersion(): string {
  const { version } = createRequire(import.meta.url)('linkhaul-api/package.json') as { version: string };
  return version;
}
