/**
 * What was sent, so that nothing is sent twice: also after a kill, and by two processes at once. It is a file of JSON lines, which
 * grows by two lines an item. An item is written down as open, durably, before its request leaves; then as done, or as free
 * where it is certain that nothing happened. What is found open and belongs to no living process may have been taken.
 */
import { createHash } from 'node:crypto';
import { closeSync, fdatasync, fstatSync, readFileSync, readSync, writeSync } from 'node:fs';
import { hostname } from 'node:os';
import { promisify } from 'node:util';
import { openOwnFile, withFileLock } from '../file-lock.ts';

/** What is about to be sent. */
export interface Intent {
  /** The address, or the path of the file. */
  readonly input: string;
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly folderId: string;
  /** The name that the service makes a title of. */
  readonly name: string;
  /** Bytes of a file; null of a link. */
  readonly size: number | null;
}

interface Owner {
  readonly host: string;
  readonly pid: number;
  /** Tells a process from a later one with its id, where the system says so. */
  readonly since: string;
}

interface Open extends Intent {
  readonly state: 'open';
  readonly owner: Owner;
}

interface Ended {
  /** `arrived`: the file is there, and not yet in its folder. */
  readonly state: 'done' | 'arrived';
  /** Null where the service has not said it. */
  readonly fileCode: string | null;
}

type Entry = Open | Ended;

/** What is known of an item, and whether it is ours now. */
export type Taken =
  /** Ours to send. */
  | { readonly state: 'new' }
  /** Ours; an earlier process asked for it and did not hear the answer. */
  | { readonly state: 'left'; readonly intent: Intent }
  /** Ours; its file is at the service, and not yet in its folder. */
  | { readonly state: 'arrived'; readonly fileCode: string }
  | { readonly state: 'done'; readonly fileCode: string | null }
  /** Another process is at it; one of another machine can't be looked at. */
  | { readonly state: 'elsewhere'; readonly isHere: boolean };

/** An owner on another machine, or in another container, can't be looked at: so long it is taken to be alive. */
const foreignOwnerMs = 24 * 60 * 60 * 1000;

export class Journal {
  readonly #path: string;
  readonly #entries = new Map<string, Entry>();
  readonly #codes = new Set<string>();
  /** Items that this process is at. */
  readonly #own = new Set<string>();
  readonly #owner = describeOwner(process.pid);
  /** Bytes of the file that were read. */
  #read = 0;

  constructor(path: string) {
    this.#path = path;
    this.refresh();
  }

  /** An item's id: the same for the same thing in the same folder. */
  static id(...parts: readonly string[]): string {
    return createHash('sha256').update(JSON.stringify(parts)).digest('base64url').slice(0, 22);
  }

  /** Takes an item, unless it is done or another process is at it. @param isAgain takes what is done or left as if it were new */
  async take(id: string, intent: Intent, isAgain = false): Promise<Taken> {
    const known = this.#entries.get(id);
    if (known?.state === 'done' && !isAgain) return { state: 'done', fileCode: known.fileCode };
    let found: Taken = { state: 'new' };
    await this.#update((append) => {
      const entry = this.#entries.get(id);
      if (this.#own.has(id) || (entry?.state === 'open' && isAlive(entry, isAgain))) {
        const isHere = entry?.state !== 'open' || entry.owner.host === this.#owner.host;
        found = { state: 'elsewhere', isHere };
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
      // The time of what may have been taken stays that of its request.
      const { input, at, folderId, name, size } = found.state === 'left' ? found.intent : intent;
      append({ id, state: 'open', owner: this.#owner, input, at, folderId, name, size });
    });
    return found;
  }

  /** Writes down how an item ended. */
  async end(id: string, state: 'done' | 'arrived' | 'free', fileCode: string | null = null): Promise<void> {
    await this.#update((append) => append(state === 'free' ? { id, state } : { id, state, fileCode }));
    this.#own.delete(id);
  }

  /** Lets go of an item that may have been taken. */
  leave(id: string): void {
    this.#own.delete(id);
  }

  /** Whether a file is that of an item written down here. */
  hasCode(fileCode: string): boolean {
    return this.#codes.has(fileCode);
  }

  /** Whether an item was sent, as far as it was read. */
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
    // Most of a long file is read before others have to wait.
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
      // What a loss of power takes of the others is found out again.
      if (hasOpened) await promisify(fdatasync)(file);
    } finally {
      closeSync(file);
    }
  }

  /** Reads whole lines. @returns what follows the last one, such as a line that was cut by a crash */
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
  // What this process is at is not asked here: an open item with its id is that of an earlier one.
  return owner.pid !== process.pid && describeOwner(owner.pid).since === owner.since;
}

function describeOwner(pid: number): Owner {
  let since = '';
  try {
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    since = `${boot} ${stat.slice(stat.lastIndexOf(')')).split(' ')[20]}`;
  } catch {
    // Other systems than Linux: the id of the process has to do.
  }
  return { host: hostname(), pid, since };
}
