/**
 * Connects to the service: the address comes from an option or the environment, the key from the environment or a file.
 */
import { createHash } from 'node:crypto';
import { closeSync, fstatSync, mkdirSync, openSync, readSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { getuid, platform } from 'node:process';
import { isUnencrypted, parseServiceAddress } from '../../../lib/api/index.ts';
import { createFileLimiter } from '../file-limiter.ts';
import { createClient } from '../node.ts';
import { UsageError } from './failure.ts';

interface ConnectOptions {
  readonly env: NodeJS.ProcessEnv;
  readonly host: string | undefined;
  readonly keyFile: string | undefined;
}

/** Documented limit (docs/http-api.md, "Limits"). */
const defaultPerSecond = 10;

/** @throws {UsageError} */
export function connect({ env, host = env['LINKHAUL_HOST'], keyFile }: ConnectOptions) {
  if (!host)
    throw new UsageError(
      'Which service? Give its address with --host https://files.example, or set LINKHAUL_HOST.',
    );
  const baseUrl = rethrowAsUsageError(() => parseServiceAddress(host));
  const key = readKey(env, keyFile);
  const account = createHash('sha256').update(`${baseUrl} ${key}`).digest('hex').slice(0, 16);
  const statePath = join(makeStateFolder(env), account);
  const client = rethrowAsUsageError(() => {
    const perSecond = Number(env['LINKHAUL_PER_SECOND'] || defaultPerSecond);
    const limiter = createFileLimiter({ path: `${statePath}.limit`, perSecond });
    return createClient({ baseUrl, key, limiter });
  });
  const warning = isUnencrypted(new URL(baseUrl))
    ? `${baseUrl} is not encrypted, so others on the network can read the key.`
    : null;
  return { client, statePath: `${statePath}.jsonl`, warning };
}

function rethrowAsUsageError<T>(make: () => T): T {
  try {
    return make();
  } catch (error) {
    throw new UsageError((error as Error).message);
  }
}

function readKey(env: NodeJS.ProcessEnv, option: string | undefined): string {
  const path = option ?? (env['LINKHAUL_KEY'] ? undefined : env['LINKHAUL_KEY_FILE']);
  if (path !== undefined && path !== '') return readKeyFile(path);
  const key = env['LINKHAUL_KEY'];
  if (key) return key;
  throw new UsageError(
    'There is no key. Put it into LINKHAUL_KEY or a file that only you can read (--key-file FILE, or LINKHAUL_KEY_FILE).',
  );
}

const maxKeyBytes = 4096;

/** The first line of a file that other users can't read. */
function readKeyFile(path: string): string {
  let file: number;
  try {
    file = openSync(path, 'r');
  } catch (error) {
    throw new UsageError(`The key file ${path} can’t be read (${(error as NodeJS.ErrnoException).code}).`);
  }
  try {
    const { mode, uid } = fstatSync(file);
    const isOthers = getuid !== undefined && uid !== getuid() && uid !== 0;
    if (platform !== 'win32' && (isOthers || (mode & 0o077) !== 0))
      throw new UsageError(
        isOthers
          ? `The key file ${path} belongs to another user. Use a file of your own.`
          : `Other users can read the key file ${path}. Run: chmod 600 ${path}`,
      );
    const bytes = Buffer.alloc(maxKeyBytes);
    let length = 0;
    for (let read = -1; read !== 0 && length < maxKeyBytes; length += read)
      read = readSync(file, bytes, length, maxKeyBytes - length, null);
    const [line = ''] = bytes
      .toString('utf8', 0, length)
      .replace(/^\ufeff/, '')
      .split(/\r?\n/, 1);
    if (line.trim() === '') throw new UsageError(`The key file ${path} has no key in its first line.`);
    return line;
  } catch (error) {
    if (error instanceof UsageError) throw error;
    throw new UsageError(`The key file ${path} can’t be read (${(error as NodeJS.ErrnoException).code}).`);
  } finally {
    closeSync(file);
  }
}

/** For the journals and the limit that processes share. Only this user can read it. */
function makeStateFolder(env: NodeJS.ProcessEnv): string {
  const folder =
    env['LINKHAUL_STATE'] ||
    join(env['XDG_STATE_HOME'] || join(homedir(), '.local', 'state'), 'linkhaul-api');
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    return folder;
  } catch (error) {
    throw new UsageError(
      `The folder ${folder} can’t be created (${(error as NodeJS.ErrnoException).code}). Name another one in LINKHAUL_STATE. It records what was sent.`,
    );
  }
}
