/** The catalog in the background: kept by its sync, and told of to the pages as often as they can follow. */
import type { Accounts } from '../accounts/account.ts';
import { createSync, type Sync, type SyncClient } from '../catalog/sync.ts';
import type { SyncedCatalogWriter } from '../catalog/writer.ts';
import type { Stored } from '../storage/stored.ts';
import type { Live } from './live.ts';
import type { BrowserPorts } from './ports.ts';
import type { StartDelays } from './start-delays.ts';
import { createThrottle } from './throttle.ts';

export interface CatalogParts {
  readonly ports: BrowserPorts;
  readonly writer: SyncedCatalogWriter;
  readonly accounts: Stored<Accounts>;
  readonly clientFor: (accountId: string) => Promise<SyncClient | null>;
  readonly live: Live;
  readonly startAtMs: StartDelays['startAtMs'];
  readonly wake: () => void;
}

export function createCatalog(parts: CatalogParts): Sync {
  const { ports, writer, accounts, clientFor, live, startAtMs, wake } = parts;
  const { clock, random, online } = ports;
  return createSync({
    writer,
    accountIds: async () => (await accounts.get()).list.map(({ id }) => id),
    clientFor,
    clock,
    random,
    online,
    startAtMs,
    isLooking: () => live.looking() > 0,
    onChange: createThrottle(() => live.changed('catalog'), ports),
    onWork: wake,
  });
}
