/** One account in the hands of the sync: its state, and the only way in which state and catalog change. */
import type { CallOptions, Client } from '../../api/index.ts';
import type { CatalogChange, CatalogDelta } from '../change.ts';
import type { CatalogFolder } from '../file.ts';
import type { SyncedCatalogWriter } from '../storage/writer.ts';
import { Tree } from './folder-tree.ts';
import { OwnChanges } from './own-changes.ts';
import type { SyncState } from './state.ts';

/** The calls of `lib/api`'s client that the sync makes. */
export interface SyncClient {
  readonly files: Pick<Client['files'], 'list' | 'info' | 'check'>;
  readonly folders: Pick<Client['folders'], 'list'>;
}

/** What follows from an answer: for the catalog, and for the state. */
export interface Lesson {
  readonly change?: CatalogChange;
  readonly step?: ((state: SyncState) => SyncState) | undefined;
  /** The state need not be stored each time: after a death some of it would be found out once more. */
  readonly isMinor?: boolean;
}

/** How soon pages are to hear of it: a walk makes many changes. */
export type Haste = 'now' | 'soon';

export interface AccountParts {
  readonly writer: SyncedCatalogWriter;
  readonly client: SyncClient;
  /** Milliseconds since the epoch. */
  readonly clock: () => number;
  /** Told of every change. */
  readonly onChange: (haste: Haste) => void;
  /** Something could not be written: what is in memory is no longer what is stored, and is to be read anew. */
  readonly onLost: () => void;
}

/** What comes of a change where there is nothing to change. */
export const nothing: CatalogDelta = { added: 0, changed: 0, removed: 0 };

/** Milliseconds between two times that a state with only minor changes is stored. */
const storePause = 1_000;

export class AccountSync {
  readonly id: string;
  readonly parts: AccountParts;
  state: SyncState;
  /** Answers that did not come, in a row; and when to ask again, milliseconds since the epoch. */
  failures = 0;
  retryAt = 0;
  /** What the walk that is under way has found of folders; empty while there is none. */
  tree: Tree;
  /** When each folder was last looked into, milliseconds since the epoch. */
  readonly lookedAt = new Map<string, number>();
  readonly #own = new OwnChanges();
  #stopping = new AbortController();
  #storedAt = Number.NEGATIVE_INFINITY;
  #written: Promise<void> = Promise.resolve();
  /** Nothing is asked or written down any more. */
  isClosed = false;

  /** @param known the catalog's folders */
  constructor(
    id: string,
    {
      state,
      known,
      parts,
    }: { state: SyncState; known: ReadonlyMap<string, CatalogFolder>; parts: AccountParts },
  ) {
    this.id = id;
    this.state = state;
    this.parts = parts;
    this.failures = state.retry?.failures ?? 0;
    this.retryAt = state.retry?.at ?? 0;
    this.tree = new Tree(state.walk, known);
  }

  /** For requests that nobody waits for. */
  get unhurried(): CallOptions {
    return { lane: 'sync', signal: this.#stopping.signal };
  }

  /** Ends what is under way in the sync lane. */
  interrupt(): void {
    this.#stopping.abort();
    this.#stopping = new AbortController();
  }

  /** Whatever may yet be answered comes to nothing. */
  close(): void {
    this.isClosed = true;
    this.interrupt();
  }

  /**
   * Writes down change and state together, one after the other. Where that fails, nothing that was to follow is written
   * either: it may stand on what is not there.
   */
  save({ change = {}, step, isMinor = false }: Lesson, haste: Haste): Promise<CatalogDelta> {
    if (step) this.state = step(this.state);
    const state = step && this.state;
    const written = this.#written.then(() => this.#write(change, state, isMinor));
    this.#written = written.then(
      () => this.parts.onChange(haste),
      () => {
        this.close();
        this.parts.onLost();
      },
    );
    return written;
  }

  async #write(change: CatalogChange, state: SyncState | undefined, isMinor: boolean): Promise<CatalogDelta> {
    if (this.isClosed) return nothing;
    const { writer, clock } = this.parts;
    const isStored = state !== undefined && !(isMinor && clock() - this.#storedAt < storePause);
    if (isStored) this.#storedAt = clock();
    return writer.apply(this.id, change, isStored ? state : undefined);
  }

  /**
   * Asks the service, and writes down what follows from the answer; what Linkhaul has changed in the meantime stays.
   * An answer also shows that nothing keeps the sync from going on.
   */
  async learn<T>(
    ask: (client: SyncClient) => Promise<T>,
    follows: (answer: T) => Lesson,
    haste: Haste,
  ): Promise<{ readonly answer: T; readonly delta: CatalogDelta }> {
    const flight = this.#own.depart();
    try {
      const answer = await ask(this.parts.client);
      this.failures = 0;
      const { change = {}, step, isMinor } = follows(answer);
      const healed = (state: SyncState) => ({ ...(step?.(state) ?? state), problem: null, retry: null });
      const lesson =
        this.state.problem === null ? { step, isMinor: isMinor ?? false } : { step: healed, isMinor: false };
      return {
        answer,
        delta: await this.save({ ...lesson, change: this.#own.onTopOf(change, flight) }, haste),
      };
    } finally {
      this.#own.land(flight);
    }
  }

  /** Writes down what Linkhaul itself has changed. */
  change(change: CatalogChange): Promise<CatalogDelta> {
    this.#own.note(change);
    return this.save({ change }, 'now');
  }
}
