/** A typed client for /admin/, for tests and benchmarks (`startService({ admin: true })`). */
import type { AuditEntry } from './audit.ts';
import type { FaultRule, FaultState } from './fault-plan.ts';
import type { SeedOptions, SeedResult } from './seed.ts';
import type { Settings } from './service-settings.ts';
import type { StoredFile } from './store/files.ts';
import type { Transfer } from './store/transfers.ts';

export type AdminTransfer = Pick<
  Transfer,
  'fileCode' | 'url' | 'state' | 'reason' | 'bytesDownloaded' | 'bytesTotal'
> & { account: string };

export type AdminFile = Pick<StoredFile, 'title' | 'length' | 'views' | 'uploaded'> & {
  fileCode: string;
  /** "0" is the root. */
  folderId: string;
};

export type Admin = {
  /** Requests that arrived later than `since` (ms since 1970), in order of arrival. */
  audit(since?: number): Promise<AuditEntry[]>;
  clearAudit(): Promise<void>;
  /** Replaces the fault plan; counters start at zero. */
  setFaults(rules: readonly FaultRule[]): Promise<void>;
  /** The plan, with how often each rule was tried and applied. */
  faults(): Promise<FaultState[]>;
  clearFaults(): Promise<void>;
  settings(): Promise<Settings>;
  /** Changes settings of the running service; returns all of them. */
  setSettings(changes: Partial<Settings>): Promise<Settings>;
  accounts(): Promise<{ email: string; key: string }[]>;
  /** Creates an account; one that exists is returned. */
  createAccount(account: { email: string; key?: string }): Promise<{ email: string; key: string }>;
  seed(options: SeedOptions): Promise<SeedResult>;
  /** Unfinished remote uploads of all accounts, with the reasons that the API does not give. */
  transfers(): Promise<AdminTransfer[]>;
  /** All files of an account, outside the request limit: 100,000 in a second. */
  files(email: string): Promise<AdminFile[]>;
  /** Takes a file down: it is listed by /api/dmca/list and no longer served. */
  takeDown(fileCode: string): Promise<void>;
  /** Deletes a file, as its owner could on the service's own site. */
  deleteFile(fileCode: string): Promise<void>;
  /** Deletes a folder and those in it; their files go to the root. */
  deleteFolder(folderId: string): Promise<void>;
};

/**
 * @param url Base address of a service that was started with `admin`.
 * Every call throws an Error with the service's own sentence when it is refused.
 */
export function createAdmin(url: string): Admin {
  const call = async <T>(method: string, path: string, body?: unknown): Promise<T> => {
    const init = body === undefined ? {} : { body: JSON.stringify(body) };
    const response = await fetch(`${url}/admin${path}`, { method, ...init });
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} /admin${path}: HTTP ${response.status} ${text}`);
    return (text === '' ? undefined : JSON.parse(text)) as T;
  };
  const code = encodeURIComponent;
  return {
    audit: (since = 0) => call('GET', `/audit?since=${since}`),
    clearAudit: () => call('DELETE', '/audit'),
    setFaults: (rules) => call('PUT', '/faults', rules),
    faults: () => call('GET', '/faults'),
    clearFaults: () => call('DELETE', '/faults'),
    settings: () => call('GET', '/settings'),
    setSettings: (changes) => call('PUT', '/settings', changes),
    accounts: () => call('GET', '/accounts'),
    createAccount: (account) => call('POST', '/accounts', account),
    seed: (options) => call('POST', '/seed', options),
    transfers: () => call('GET', '/transfers'),
    files: (email) => call('GET', `/files?account=${code(email)}`),
    takeDown: (fileCode) => call('POST', `/takedowns/${code(fileCode)}`),
    deleteFile: (fileCode) => call('DELETE', `/files/${code(fileCode)}`),
    deleteFolder: (folderId) => call('DELETE', `/folders/${code(folderId)}`),
  };
}
