/** Runs the command line as a process against a local service. */
import { spawn } from 'node:child_process';
import { EventEmitter, once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { Readable, Writable } from 'node:stream';
import { onTestFinished } from 'vitest';
import { run as runCommandLine } from '../../../api/src/cli/run.ts';
import { type ClientOptions, createClient, createLimiter } from '../../../api/src/node.ts';
import { createAdmin, type ServiceOptions, startService } from '../../../service/src/index.ts';

export const main = resolve('api/src/cli/main.ts');
const key = 'command-line-key-1';

export interface Run {
  /** Lines of stdout, as JSON. */
  lines(): Record<string, unknown>[];
  readonly out: string;
  readonly err: string;
  /** Exit code; null after a signal. */
  readonly ended: Promise<number | null>;
  kill(signal: NodeJS.Signals): void;
  write(text: string): void;
  /** Stops reading its output, as `head` does. */
  closeOutput(): void;
}

class Collector extends Writable {
  text = '';

  override _write(chunk: unknown, _: BufferEncoding, done: () => void): void {
    this.text += chunk;
    done();
  }
}

const readLines = (text: string): Record<string, unknown>[] =>
  text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line));

interface RunOptions {
  readonly stdin?: string | undefined;
  readonly env?: NodeJS.ProcessEnv;
}

/** A service with one account, and a folder for files and state that is removed after the test. */
export async function setUp(options: Partial<ServiceOptions> = {}) {
  const folder = await mkdtemp(join(tmpdir(), 'linkhaul-cli-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const accounts = [{ email: 'one@example.org', key }];
  const service = await startService({
    dataDir: join(folder, 'data'),
    admin: true,
    rateLimit: false,
    accounts,
    ...options,
  });
  onTestFinished(() => service.close());
  const admin = createAdmin(service.url);
  const connect = (options: Partial<ClientOptions> = {}) =>
    createClient({ baseUrl: service.url, key, limiter: createLimiter({ perSecond: 1_000 }), ...options });
  const client = connect();
  const env: NodeJS.ProcessEnv = {
    LINKHAUL_HOST: service.url,
    LINKHAUL_KEY: key,
    LINKHAUL_STATE: join(folder, 'state'),
    NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
    // The default limit matters only if the service has one.
    ...(!service.settings.rateLimit && { LINKHAUL_PER_SECOND: '1000' }),
  };

  function start(args: readonly string[], { stdin, env: more }: RunOptions = {}): Run {
    const child = spawn(process.execPath, [main, ...args], {
      cwd: folder,
      env: { PATH: process.env['PATH'], HOME: folder, ...env, ...more },
    });
    onTestFinished(() => void child.kill('SIGKILL'));
    const output = { out: '', err: '' };
    child.stdout.on('data', (chunk) => {
      output.out += chunk;
    });
    child.stderr.on('data', (chunk) => {
      output.err += chunk;
    });
    // The process may end before it has read everything.
    child.stdin.on('error', () => undefined);
    if (stdin !== undefined) child.stdin.end(stdin);
    return {
      get out() {
        return output.out;
      },
      get err() {
        return output.err;
      },
      lines: () => readLines(output.out),
      ended: once(child, 'close').then(([code]) => code as number | null),
      kill: (signal) => void child.kill(signal),
      write: (text) => void child.stdin.write(text),
      closeOutput: () => void child.stdout.destroy(),
    };
  }

  /** Runs a command to its end, in this process. */
  async function run(args: readonly string[], { stdin = '', env: more }: RunOptions = {}) {
    const [out, err] = [new Collector(), new Collector()];
    const code = await runCommandLine(args, {
      env: { HOME: folder, ...env, ...more },
      stdin: Readable.from(stdin === '' ? [] : [Buffer.from(stdin)]),
      stdout: out,
      stderr: err,
      signals: new EventEmitter() as unknown as NodeJS.Process,
    });
    return { code, out: out.text, err: err.text, lines: readLines(out.text) };
  }

  /** Files and transfers of the service, with the number of each title or link. */
  async function countFiles() {
    const files = await admin.files('one@example.org');
    return files.map(({ title }) => title).sort();
  }
  const listLinks = async () => (await admin.transfers()).map(({ url }) => url);

  return { folder, service, admin, client, connect, env, start, run, countFiles, listLinks };
}
