/**
 * Records what was sent, so that nothing is sent twice, even after a kill or by two concurrent processes. A file of
 * JSON lines that grows by two lines per item: open, durably, before its request is sent, then done, or free if it
 * certainly had no effect. An open item without a living process may have been accepted.
 */
import { createHash } from 'node:crypto';
import { closeSync, fdatasync, fstatSync, readFileSync, readSync, writeSync } from 'node:fs';
import { hostname } from 'node:os';
import { promisify } from 'node:util';
import { openOwnFile, withFileLock } from '../file-lock.ts';

export interface Intent {
  /** The address, or the path of the file. */
  readonly input: string;
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly folderId: string;
  /** The service derives a title from it. */
  readonly name: string;
  /** Bytes; null for a link. */
  readonly size: number | null;
}

interface Owner {
  readonly host: string;
  readonly pid: number;
  /** Distinguishes a process from a later one with the same id, if the system reports it. */
  readonly since: string;
}

interface Open extends Intent {
  readonly state: 'open';
  readonly owner: Owner;
}

interface Ended {
  /** `arrived`: the file isn't in its folder yet. */
  readonly state: 'done' | 'arrived';
  /** Null if the service didn't report it. */
  readonly fileCode: string | null;
}

type Entry = Open | Ended;

export type Claim =
  /** Ours to send. */
  | { readonly state: 'new' }
  /** Ours. An earlier process requested it and got no response. */
  | { readonly state: 'left'; readonly intent: Intent }
  /** Ours. Its file has arrived, but isn't in its folder yet. */
  | { readonly state: 'arrived'; readonly fileCode: string }
  | { readonly state: 'done'; readonly fileCode: string | null }
  /** Another process is sending it. `isHere`: on this machine, where we can check on it. */
  | { readonly state: 'in-progress'; readonly isHere: boolean };

/** An owner on another machine or in another container counts as alive for this long, because we can't check on it. */
const foreignOwnerMs = 24 * 60 * 60 * 1000;

export class Journal {
  readonly #path: string;
  readonly #entries = new Map<string, Entry>();
  readonly #codes = new Set<string>();
  /** Items that this process is handling. */
  readonly #own = new Set<string>();
  readonly #owner = describeOwner(process.pid);
  /** Bytes of the file that were read. */
  #read = 0;

  constructor(path: string) {
    this.#path = path;
    this.refresh();
  }

  /** The same for the same source and folder. */
  static id(...parts: readonly string[]): string {
    return createHash('sha256').update(JSON.stringify(parts)).digest('base64url').slice(0, 22);
  }

  /** @param isAgain treats a done or abandoned item as new */
  async claim(id: string, intent: Intent, isAgain = false): Promise<Claim> {
    const known = this.#entries.get(id);
    if (known?.state === 'done' && !isAgain) return { state: 'done', fileCode: known.fileCode };
    let found: Claim = { state: 'new' };
    await this.#update((append) => {
      const entry = this.#entries.get(id);
      if (this.#own.has(id) || (entry?.state === 'open' && isAlive(entry, isAgain))) {
        const isHere = entry?.state !== 'open' || entry.owner.host === this.#owner.host;
        found = { state: 'in-progress', isHere };
        return;
      }
      if (entry?.state === 'done' && !isAgain) {
        found = { state: 'done', fileCode: entry.fileCode };
        return;
      }
      this.#own.add(id);
      if (entry?.state === 'arrived' && entry.fileCode !== null && !isAgain) {
        found = { state: 'arrived', fileCode: entry.fileCode };
        return;
      }
      if (entry?.state === 'open' && !isAgain) found = { state: 'left', intent: entry };
      // Keeps the time of the request that may have been accepted.
      const { input, at, folderId, name, size } = found.state === 'left' ? found.intent : intent;
      append({ id, state: 'open', owner: this.#owner, input, at, folderId, name, size });
    });
    return found;
  }

  async end(id: string, state: 'done' | 'arrived' | 'free', fileCode: string | null = null): Promise<void> {
    await this.#update((append) => append(state === 'free' ? { id, state } : { id, state, fileCode }));
    this.#own.delete(id);
  }

  /** For an item that may have been accepted. */
  release(id: string): void {
    this.#own.delete(id);
  }

  hasCode(fileCode: string): boolean {
    return this.#codes.has(fileCode);
  }

  /** According to the lines read so far. */
  isDone(id: string): boolean {
    return this.#entries.get(id)?.state === 'done';
  }

  /** Reads what this and other processes have written since. */
  refresh(): void {
    const file = openOwnFile(this.#path);
    try {
      this.#readOn(file);
    } finally {
      closeSync(file);
    }
  }

  async #update(
    change: (
      append: (line: {
        readonly id: string;
        readonly state: string;
        readonly [name: string]: unknown;
      }) => void,
    ) => void,
  ): Promise<void> {
    // Before others have to wait for the lock.
    this.refresh();
    const file = openOwnFile(this.#path);
    let hasOpened = false;
    try {
      await withFileLock(`${this.#path}.lock`, () => {
        const isTorn = this.#readOn(file) !== '';
        change((line) => {
          writeSync(file, `${isTorn ? '\n' : ''}${JSON.stringify(line)}\n`, fstatSync(file).size);
          hasOpened ||= line.state === 'open';
        });
        this.#readOn(file);
      });
      // If a power failure loses other lines, the next run recovers what they said.
      if (hasOpened) await promisify(fdatasync)(file);
    } finally {
      closeSync(file);
    }
  }

  /** @returns what follows the last complete line, such as one that a crash cut off */
  #readOn(file: number): string {
    const { size } = fstatSync(file);
    const bytes = Buffer.alloc(Math.max(0, size - this.#read));
    let length = 0;
    for (let read = -1; read !== 0 && length < bytes.length; length += read)
      read = readSync(file, bytes, length, bytes.length - length, this.#read + length);
    const end = bytes.lastIndexOf(10, length - 1) + 1;
    for (const line of bytes.toString('utf8', 0, end).split('\n')) this.#apply(line);
    this.#read += end;
    return bytes.toString('utf8', end, length);
  }

  #apply(line: string): void {
    let parsed: ({ id: string } & Entry) | { id: string; state: 'free' };
    try {
      parsed = JSON.parse(line);
    } catch {
      return;
    }
    const { id, ...entry } = parsed;
    if (entry.state === 'free') this.#entries.delete(id);
    else if (entry.state === 'open') this.#entries.set(id, entry);
    else {
      this.#entries.set(id, entry);
      if (entry.fileCode !== null) this.#codes.add(entry.fileCode);
    }
  }
}

function isAlive({ owner, at }: Open, isAgain: boolean): boolean {
  if (owner.host !== hostname()) return !isAgain && Date.now() - at < foreignOwnerMs;
  try {
    process.kill(owner.pid, 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ESRCH') return false;
  }
  // Not called for items of this process, so an open item with our process id belongs to an earlier one.
  return owner.pid !== process.pid && describeOwner(owner.pid).since === owner.since;
}

function describeOwner(pid: number): Owner {
  let since = '';
  try {
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    since = `${boot} ${stat.slice(stat.lastIndexOf(')')).split(' ')[20]}`;
  } catch {
    // Outside Linux, the process id has to suffice.
  }
  return { host: hostname(), pid, since };
}
