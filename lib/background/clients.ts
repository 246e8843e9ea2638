import type { Accounts } from '../accounts/account.ts';
import { findAccount } from '../accounts/accounts-store.ts';
import { pathBase } from '../accounts/file-page.ts';
import type { Vault } from '../accounts/vault.ts';
import {
  type Calls,
  type ClientOptions,
  createCalls,
  createLimiter,
  type FileInfo,
  type Limiter,
  probeService,
} from '../api/index.ts';
import { createStoredValue, type StoredValue } from '../storage/stored.ts';
import type { DebugLog } from './debug-log.ts';
import type { BrowserPorts } from './ports.ts';
import { NoAccountError } from './problems.ts';

export type Clients = ReturnType<typeof createClients>;

interface ClientsNeeds {
  readonly ports: BrowserPorts;
  readonly accounts: StoredValue<Accounts>;
  readonly tombstones: StoredValue<readonly string[]>;
  readonly vault: Vault;
  readonly debugLog: Pick<DebugLog, 'fetch'>;
  /** The host seems to speak another dialect. */
  onDialectMismatch(accountId: string): void;
}

export function createClients({
  ports,
  accounts,
  tombstones,
  vault,
  debugLog,
  onDialectMismatch,
}: ClientsNeeds) {
  const { fetch } = debugLog;
  const clients = new Map<string, Promise<Calls>>();
  /** By key only, so that the count continues when a service moves. */
  const limiters = new Map<string, Limiter>();
  /** Requests for file info by account. */
  const infoRequests = new Map<string, number>();

  /** For a key that isn't stored yet. Shares the limiter with the later account. */
  function createForKey(
    baseUrl: string,
    key: string,
    more?: Pick<ClientOptions, 'dialect' | 'onDialectMismatch' | 'onRequest'>,
  ): Calls {
    const limiter = limiters.get(key) ?? createKeyLimiter(key, ports);
    limiters.set(key, limiter);
    // Uploads, jobs and sync retry by themselves, because their next step depends on each response.
    return createCalls({ baseUrl, pagesUrl: pathBase, key, limiter, fetch, maxRetries: 0, ...more });
  }

  async function createForAccount(accountId: string): Promise<Calls> {
    const account = await findAccount(accounts, accountId);
    const key = await vault.getKey(accountId);
    if (!account || key === null) throw new NoAccountError();
    return createForKey(account.baseUrl, key, {
      dialect: account.dialect ?? 'document',
      onDialectMismatch: () => onDialectMismatch(accountId),
      onRequest({ endpoint }) {
        if (endpoint === 'file/info') infoRequests.set(accountId, (infoRequests.get(accountId) ?? 0) + 1);
      },
    });
  }

  /** Rejects with `NoAccountError` if the account or its key is gone. */
  function get(accountId: string): Promise<Calls> {
    const known = clients.get(accountId);
    if (known) return known;
    const client = createForAccount(accountId);
    clients.set(accountId, client);
    client.catch(() => clients.delete(accountId));
    return client;
  }

  return {
    createForKey,
    /** Whether a service's API is there. Asked without a key. */
    probe: (baseUrl: string) => probeService(baseUrl, { fetch }),
    get,
    /** Null if the account is gone or about to be removed, which an earlier worker may not have finished. */
    async find(accountId: string): Promise<Calls | null> {
      if ((await tombstones.get()).includes(accountId)) return null;
      return get(accountId).catch((error) => {
        if (error instanceof NoAccountError) return null;
        throw error;
      });
    },
    countInfoRequests: (accountId: string): number => infoRequests.get(accountId) ?? 0,
    /** For an account that was removed or has a new key. */
    remove: (accountId: string) => void clients.delete(accountId),
  };
}

export function withDetailsReported(client: Calls, onInfos: (infos: readonly FileInfo[]) => void): Calls {
  const info: Calls['files']['info'] = async (...call) => {
    const infos = await client.files.info(...call);
    onInfos(infos);
    return infos;
  };
  return {
    ...client,
    // Not copied above, because the dialect may change.
    get capabilities() {
      return client.capabilities;
    },
    files: { ...client.files, info },
  };
}

/** Kept in `storage.session`, by a digest, so that the key isn't stored twice. */
function createKeyLimiter(
  key: string,
  { session, repeatsAfterNetworkError, requestsPerSecond }: BrowserPorts,
): Limiter {
  const entry = hashText(key).then((id) => createStoredValue(session, `limiter:${id}`, (value) => value));
  return createLimiter({
    repeatsAfterNetworkError,
    perSecond: requestsPerSecond,
    store: { load: async () => (await entry).get(), save: async (state) => (await entry).set(state) },
  });
}

async function hashText(text: string): Promise<string> {
  const bytes = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text));
  return Array.from(new Uint8Array(bytes), (byte) => byte.toString(16).padStart(2, '0')).join('');
}
