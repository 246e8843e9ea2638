/** The API clients: one for each account, each with the limiter that its key shares. */

import type { Accounts } from '../accounts/account.ts';
import type { Vault } from '../accounts/vault.ts';
import { type Client, createClient, createLimiter } from '../api/index.ts';
import { type StorageArea, type Stored, stored } from '../storage/stored.ts';
import { NoAccountError } from './problems.ts';

export interface Clients {
  /** The account's client; rejects with `NoAccountError` where the account or its key is gone. */
  of(accountId: string): Promise<Client>;
  /** Forgets a client whose account was removed or got another key. */
  forget(accountId: string): void;
}

export interface ClientsPorts {
  readonly accounts: Stored<Accounts>;
  readonly vault: Vault;
  /** `storage.session`: what the limiter must know after the worker's death. */
  readonly session: StorageArea;
}

export function createClients({ accounts, vault, session }: ClientsPorts): Clients {
  const clients = new Map<string, Promise<Client>>();

  async function make(accountId: string): Promise<Client> {
    const { list } = await accounts.get();
    const account = list.find(({ id }) => id === accountId);
    const key = await vault.keyOf(accountId);
    if (!account || key === null) throw new NoAccountError();
    return createClient({ baseUrl: account.baseUrl, key, limiter: limiterOf(accountId, session) });
  }

  return {
    of(accountId) {
      const known = clients.get(accountId);
      if (known) return known;
      const client = make(accountId);
      clients.set(accountId, client);
      client.catch(() => clients.delete(accountId));
      return client;
    },
    forget: (accountId) => void clients.delete(accountId),
  };
}

/** The limiter of an account's key, whose stamps outlive the worker in `storage.session`. */
function limiterOf(accountId: string, session: StorageArea) {
  const stamps = stored(session, `limiter:${accountId}`, (value) => value);
  return createLimiter({ store: { load: stamps.get, save: stamps.set } });
}
