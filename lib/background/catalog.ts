/** The catalog in the background: kept by its sync, and told of to the pages as often as they can follow. */
import type { Accounts } from '../accounts/account.ts';
import { createSync, type Haste, type Sync, type SyncClient } from '../catalog/sync.ts';
import type { SyncedCatalogWriter } from '../catalog/writer.ts';
import type { Stored } from '../storage/stored.ts';
import type { Live } from './live.ts';
import type { BrowserPorts } from './ports.ts';

/** Between two times that pages are told, milliseconds. Two windows are to agree within a second. */
const pauses: Readonly<Record<Haste, number>> = { now: 200, soon: 700 };

export interface CatalogParts {
  readonly ports: BrowserPorts;
  readonly writer: SyncedCatalogWriter;
  readonly accounts: Stored<Accounts>;
  readonly clientFor: (accountId: string) => Promise<SyncClient | null>;
  readonly live: Live;
  readonly poke: () => void;
}

export function createCatalog({ ports, writer, accounts, clientFor, live, poke }: CatalogParts): Sync {
  const { clock, random, online } = ports;
  return createSync({
    writer,
    accountIds: async () => (await accounts.get()).list.map(({ id }) => id),
    clientFor,
    clock,
    random,
    online,
    isLooking: () => live.looking() > 0,
    onChange: createNotices(() => live.changed('catalog'), ports),
    onWork: poke,
  });
}

/** Tells at once of a change that comes alone, and of many in a row now and then. */
export function createNotices(
  tell: () => void,
  { clock, setTimer, clearTimer }: Pick<BrowserPorts, 'clock' | 'setTimer' | 'clearTimer'>,
): (haste: Haste) => void {
  let toldAt = Number.NEGATIVE_INFINITY;
  let timer: unknown = null;
  let dueAt = Number.POSITIVE_INFINITY;

  function tellNow(): void {
    if (timer !== null) clearTimer(timer as never);
    timer = null;
    dueAt = Number.POSITIVE_INFINITY;
    toldAt = clock();
    tell();
  }

  return (haste) => {
    const now = clock();
    const at = toldAt + pauses[haste];
    // Told in the future: the clock was set back.
    if (at <= now || toldAt > now) return tellNow();
    if (at >= dueAt) return;
    if (timer !== null) clearTimer(timer as never);
    dueAt = at;
    timer = setTimer(tellNow, at - now);
  };
}
