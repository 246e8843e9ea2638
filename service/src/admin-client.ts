/** Client for /admin/, for tests and benchmarks. The service needs `startService({ admin: true })`. */
import type { AuditEntry } from './audit.ts';
import type { FaultRule, FaultState } from './fault-plan.ts';
import type { FileAge, SeedOptions, SeedResult } from './seed.ts';
import type { Settings } from './service-settings.ts';
import type { StoredFile } from './store/files.ts';
import type { Transfer } from './store/transfers.ts';

export type AdminTransfer = Pick<
  Transfer,
  'fileCode' | 'url' | 'state' | 'reason' | 'bytesDownloaded' | 'bytesTotal'
> & { account: string };

export type AdminFile = Pick<StoredFile, 'title' | 'length' | 'views' | 'uploaded'> & {
  fileCode: string;
  folderId: string;
};

interface AdminAccount {
  email: string;
  key: string;
}

export type Admin = ReturnType<typeof createAdmin>;

/** @param url base address. Refused calls throw an Error with the service's message */
export function createAdmin(url: string) {
  const call = async <T = void>(method: string, path: string, body?: unknown): Promise<T> => {
    const init = body === undefined ? {} : { body: JSON.stringify(body) };
    const response = await fetch(`${url}/admin${path}`, { method, ...init });
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} /admin${path}: HTTP ${response.status} ${text}`);
    return (text === '' ? undefined : JSON.parse(text)) as T;
  };
  const code = encodeURIComponent;
  return {
    /** Requests that arrived after `since`, oldest first. */
    audit: (since = 0) => call<AuditEntry[]>('GET', `/audit?since=${since}`),
    clearAudit: () => call('DELETE', '/audit'),
    /** Replaces the fault plan and resets its counters. */
    setFaults: (rules: readonly FaultRule[]) => call('PUT', '/faults', rules),
    faults: () => call<FaultState[]>('GET', '/faults'),
    clearFaults: () => call('DELETE', '/faults'),
    settings: () => call<Settings>('GET', '/settings'),
    setSettings: (changes: Partial<Settings>) => call<Settings>('PUT', '/settings', changes),
    accounts: () => call<AdminAccount[]>('GET', '/accounts'),
    /** Returns an existing account. */
    createAccount: (account: { email: string; key?: string }) =>
      call<AdminAccount>('POST', '/accounts', account),
    seed: (options: SeedOptions) => call<SeedResult>('POST', '/seed', options),
    /** Unfinished, of all accounts, with the reasons for errors, which the API doesn't return. */
    transfers: () => call<AdminTransfer[]>('GET', '/transfers'),
    /** Not rate-limited. */
    files: (email: string) => call<AdminFile[]>('GET', `/files?account=${code(email)}`),
    /** The file is no longer served, and /api/dmca/list lists it. */
    takeDown: (fileCode: string) => call('POST', `/takedowns/${code(fileCode)}`),
    setFileAge: (fileCode: string, age: FileAge) => call('PUT', `/files/${code(fileCode)}/age`, age),
    deleteFile: (fileCode: string) => call('DELETE', `/files/${code(fileCode)}`),
    /** Includes subfolders. Their files move to the root. */
    deleteFolder: (folderId: string) => call('DELETE', `/folders/${code(folderId)}`),
  };
}
