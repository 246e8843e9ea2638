/** Files shared by several processes of one user: opened safely and changed under a lock. */
import { randomUUID } from 'node:crypto';
import { closeSync, constants, fstatSync, lstatSync, openSync, renameSync, rmSync, statSync } from 'node:fs';

/** An older lock belongs to a process that died. */
const staleLockMs = 2_000;
const lockPollMs = 4;

const sleep = (delayMs: number) => new Promise<void>((resolve) => setTimeout(resolve, delayMs));

/** One process of this machine at a time. The work must finish within two seconds. */
export async function withFileLock<T>(path: string, work: () => T): Promise<T> {
  await lock(path);
  try {
    return work();
  } finally {
    rmSync(path, { force: true });
  }
}

async function lock(path: string): Promise<void> {
  for (;;) {
    try {
      return closeSync(openSync(path, 'wx', 0o600));
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw describe(error, path);
    }
    breakStaleLock(path);
    await sleep(lockPollMs * (0.5 + Math.random()));
  }
}

/** @throws {Error} if the lock belongs to another user and can't be removed */
function breakStaleLock(path: string): void {
  try {
    // A lock from the future was created before the clock was set back.
    if (Math.abs(Date.now() - statSync(path).mtimeMs) < staleLockMs) return;
    // Only one process can rename the lock.
    const broken = `${path}.${randomUUID()}`;
    renameSync(path, broken);
    rmSync(broken, { recursive: true, force: true });
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === 'ENOENT') return;
    throw new Error(`The lock ${path} is left over and cannot be removed. Remove it.`, { cause });
  }
}

/**
 * Opens or creates the file. Never follows a link, and never uses a file that belongs to another user.
 * @throws {Error}
 */
export function openOwnFile(path: string): number {
  const { O_RDWR, O_CREAT, O_NOFOLLOW = 0, O_NONBLOCK = 0 } = constants;
  const isLink = lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() ?? false;
  let file: number;
  try {
    if (isLink) throw Object.assign(new Error('symbolic link'), { code: 'ELOOP' });
    // Also refuses a link that was created since the check.
    file = openSync(path, O_RDWR | O_CREAT | O_NOFOLLOW | O_NONBLOCK, 0o600);
  } catch (error) {
    throw describe(error, path);
  }
  const { uid, nlink } = fstatSync(file);
  const isFile = fstatSync(file).isFile();
  const isOwn = process.getuid === undefined || uid === process.getuid();
  if (isFile && isOwn && nlink <= 1) return file;
  closeSync(file);
  const why = !isFile ? 'it is no plain file' : isOwn ? 'it has a second name' : 'it belongs to another user';
  throw new Error(`The file ${path} is not used: ${why}. Name another path.`);
}

function describe(cause: unknown, path: string): Error {
  const { code } = cause as NodeJS.ErrnoException;
  const why = reasons.get(code ?? '') ?? 'it cannot be opened';
  return new Error(`The file ${path} cannot be kept: ${why}.`, { cause });
}

const reasons: ReadonlyMap<string, string> = new Map([
  ['ENOENT', 'its folder is missing'],
  ['ENOTDIR', 'its folder is a file'],
  ['EISDIR', 'it is a folder'],
  ['EACCES', 'this user may not write there'],
  ['EPERM', 'this user may not write there'],
  ['EROFS', 'the disk is read-only'],
  ['ENOSPC', 'the disk is full'],
  ['EDQUOT', 'the disk is full'],
  ['ELOOP', 'it is a symbolic link, which is not followed'],
  ['ENAMETOOLONG', 'its name is too long'],
  ['EMFILE', 'this process has too many files open'],
]);
