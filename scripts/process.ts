import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import './node-version.cjs';

export const root = fileURLToPath(new URL('..', import.meta.url));

export type Log = (line: string) => void;

/** An error for the user: what is wrong and what to do. Any other error is a bug, shown with its stack. */
export class CommandError extends Error {
  override readonly name = 'CommandError';
}

export interface Outcome {
  /** Null if a signal ended the program or it couldn't be started. */
  readonly code: number | null;
  /** stdout and stderr as they arrived; empty if the program wrote to the terminal. */
  readonly output: string;
  readonly durationMs: number;
  readonly endReason?: 'timeout' | 'silence' | 'missing';
}

export interface RunOptions {
  readonly cwd?: string;
  readonly env?: NodeJS.ProcessEnv;
  readonly timeoutMs?: number;
  readonly silenceTimeoutMs?: number;
  readonly inheritOutput?: boolean;
}

/** Resolves even if the program fails. */
export async function run(
  command: string,
  args: readonly string[],
  options: RunOptions = {},
): Promise<Outcome> {
  const started = performance.now();
  const { inheritOutput = false, timeoutMs, silenceTimeoutMs } = options;
  const child = spawn(...toSpawnArguments(command, args), {
    shell: isWindowsScript(command),
    cwd: options.cwd,
    env: options.env ?? process.env,
    stdio: inheritOutput ? 'inherit' : ['ignore', 'pipe', 'pipe'],
  });

  let endReason: Outcome['endReason'];
  const end = (reason: Outcome['endReason']) => {
    endReason = reason;
    void stop(child);
  };
  const limit = timeoutMs === undefined ? undefined : setTimeout(end, timeoutMs, 'timeout');
  const silence = silenceTimeoutMs === undefined ? undefined : setTimeout(end, silenceTimeoutMs, 'silence');

  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (text: string) => {
      output += text;
      silence?.refresh();
    });
  }

  const code = await new Promise<number | null>((resolve, reject) => {
    child.once('close', resolve);
    child.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code !== 'ENOENT' && error.code !== 'EACCES') return reject(error);
      endReason = 'missing';
      resolve(null);
    });
  });
  clearTimeout(limit);
  clearTimeout(silence);
  const durationMs = performance.now() - started;
  return { code, output, durationMs, ...(endReason !== undefined && { endReason }) };
}

/** On Windows, npm's programs are scripts, which only a shell can start. */
const isWindowsScript = (command: string, platform = process.platform): boolean =>
  platform === 'win32' && (/^np[mx]$/.test(command) || command.includes(join('node_modules', '.bin')));

/** The Windows shell gets one line. A quote within quotes is doubled. */
export function toSpawnArguments(
  command: string,
  args: readonly string[],
  platform = process.platform,
): [command: string, args: readonly string[]] {
  if (!isWindowsScript(command, platform)) return [command, args];
  const quote = (text: string) => `"${text.replaceAll('"', '""')}"`;
  return [quote(`${command}.cmd`), args.map(quote)];
}

/** For most programs, the last line is the reason of a failure. */
export function getLastLine(outcome: Outcome): string {
  if (outcome.endReason !== undefined)
    return { timeout: 'took too long', silence: 'hung', missing: 'does not exist' }[outcome.endReason];
  const lines = outcome.output.split('\n').filter((line) => line.trim() !== '');
  return lines.at(-1)?.trim() ?? `ended with code ${outcome.code}`;
}

/** Uses the Node of that folder, because the system's may be older. */
export function runTool(tool: string, args: readonly string[], options: RunOptions = {}): Promise<Outcome> {
  const bin = join(root, 'node_modules', '.bin');
  const env = options.env ?? process.env;
  const { PATH = '' } = env;
  return run(join(bin, tool), args, {
    cwd: root,
    ...options,
    env: { ...env, PATH: `${bin}${delimiter}${PATH}` },
  });
}

/** SIGTERM, then SIGKILL after two seconds. Resolves when the program has ended. */
export async function stop(child: ChildProcess): Promise<void> {
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  const killTimer = setTimeout(() => child.kill('SIGKILL'), 2_000);
  await ended;
  clearTimeout(killTimer);
}

/** Sets the exit code. A `CommandError` is shown as its message, other errors with their stack. */
export async function runCommand(main: () => Promise<number | undefined>): Promise<void> {
  try {
    process.exitCode = (await main()) ?? 0;
  } catch (error) {
    // `parseArgs` rejects arguments with such a code. Other codes may be numbers, for example of a `DOMException`.
    const code = String((error as NodeJS.ErrnoException | undefined)?.code);
    const isForUser = error instanceof CommandError || code.startsWith('ERR_PARSE_ARGS');
    console.error(isForUser ? (error as Error).message : error);
    process.exitCode = 1;
  }
}
