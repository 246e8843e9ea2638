/** The API clients: one for each account, each with the limiter that its key shares. */

import type { Accounts } from '../accounts/account.ts';
import type { Vault } from '../accounts/vault.ts';
import { type Calls, createCalls, createLimiter, type Limiter } from '../api/index.ts';
import { type Stored, stored } from '../storage/stored.ts';
import type { BrowserPorts } from './ports.ts';
import { NoAccountError } from './problems.ts';

export function createClients(ports: BrowserPorts, accounts: Stored<Accounts>, vault: Vault) {
  const clients = new Map<string, Promise<Calls>>();
  const limiters = new Map<string, Limiter>();

  /** A client for a key that is not stored yet. Its requests count for the same limiter as later the account's. */
  function toTry(baseUrl: string, key: string): Calls {
    const name = `${baseUrl} ${key}`;
    const limiter = limiters.get(name) ?? limiterOf(name, ports);
    limiters.set(name, limiter);
    return createCalls({ baseUrl, key, limiter });
  }

  async function make(accountId: string): Promise<Calls> {
    const { list } = await accounts.get();
    const account = list.find(({ id }) => id === accountId);
    const key = await vault.keyOf(accountId);
    if (!account || key === null) throw new NoAccountError();
    return toTry(account.baseUrl, key);
  }

  return {
    toTry,
    /** The account's client; rejects with `NoAccountError` where the account or its key is gone. */
    of(accountId: string): Promise<Calls> {
      const known = clients.get(accountId);
      if (known) return known;
      const client = make(accountId);
      clients.set(accountId, client);
      client.catch(() => clients.delete(accountId));
      return client;
    },
    /** Forgets a client whose account was removed or got another key. */
    forget: (accountId: string) => void clients.delete(accountId),
  };
}

/**
 * The limiter of a key on a service, whose stamps outlive the worker in `storage.session`. The entry there is named by
 * a digest, because storage is no place for another copy of the key.
 */
function limiterOf(name: string, { session, repeatsAfterNetworkError }: BrowserPorts): Limiter {
  const entry = digest(name).then((id) => stored(session, `limiter:${id}`, (value) => value));
  return createLimiter({
    repeatsAfterNetworkError,
    store: { load: async () => (await entry).get(), save: async (state) => (await entry).set(state) },
  });
}

async function digest(text: string): Promise<string> {
  const bytes = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text));
  return Array.from(new Uint8Array(bytes), (byte) => byte.toString(16).padStart(2, '0')).join('');
}
