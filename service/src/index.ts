/**
 * Serves the API of docs/http-api.md, in one of its dialects, from SQLite and files. What it confirms with "OK" is
 * stored. Listens on loopback by default.
 */
import { once } from 'node:events';
import { mkdirSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { getRequestListener } from '@hono/node-server';
import { dialects } from './api/dialects.ts';
import { AuditLog } from './audit.ts';
import { nowSeconds } from './date-time.ts';
import { FaultPlan, type FaultRule, parseFaults } from './fault-plan.ts';
import { Fetcher } from './fetcher.ts';
import { createApp } from './http/app.ts';
import { RateLimiter } from './rate-limit.ts';
import { type FileAge, readAge, type SeedOptions, seed } from './seed.ts';
import type { DialectName, Service } from './service.ts';
import { defaultSettings, parseSettings, type Settings } from './service-settings.ts';
import { Store } from './store/store.ts';

export { type Admin, type AdminFile, type AdminTransfer, createAdmin } from './admin-client.ts';
export type { AuditEntry, AuditOutcome } from './audit.ts';
export type { FaultKind, FaultRule, FaultState } from './fault-plan.ts';
export { type RunningSite, type SiteOptions, startSampleSite } from './sample-site.ts';
export type { FileAge, SeedOptions, SeedResult } from './seed.ts';
export type { DialectName } from './service.ts';
export type { Settings } from './service-settings.ts';

export interface NewAccount {
  email: string;
  key?: string;
}

export type ServiceOptions = Partial<Settings> & {
  /** For the database and the files. Created if missing. Only one service can use it at a time. */
  dataDir: string;
  /** Decides the calls, the upload form and the pages (docs/http-api.md, "The sibling dialect"). Default "document". */
  dialect?: DialectName;
  port?: number; // default 0: any free port
  host?: string; // default "127.0.0.1"
  /** Serves /admin/, to this machine only. Default false. */
  admin?: boolean;
  /** A reverse proxy forwards requests, so /settings, /admin/ and subtitles are blocked for everyone. Default false. */
  behindProxy?: boolean;
  /** Folder of pages to serve under /site/, on the service's own origin. */
  site?: string;
  accounts?: readonly NewAccount[];
  faults?: readonly FaultRule[];
  /** Lines never contain a key. */
  log?: (line: string) => void;
};

export type RunningService = Awaited<ReturnType<typeof startService>>;

/** @throws TypeError for a wrong option or fault rule; Error if the port or the data folder is in use. */
export async function startService(options: ServiceOptions) {
  const {
    dataDir,
    dialect = 'document',
    port = 0,
    host = '127.0.0.1',
    admin = false,
    behindProxy = false,
    site,
    accounts = [],
    faults = [],
    log = () => undefined,
    ...rest
  } = options;
  if (!Object.hasOwn(dialects, dialect)) {
    throw new TypeError(`"dialect" must be one of ${Object.keys(dialects).join(', ')}, not "${dialect}".`);
  }
  const plan = parseFaults(faults);
  const settings: Settings = { ...defaultSettings, ...parseSettings(rest) };
  mkdirSync(dataDir, { recursive: true });
  const store = new Store(dataDir);
  const service: Service = {
    dialect,
    store,
    settings,
    limiter: new RateLimiter(),
    faults: new FaultPlan(),
    audit: new AuditLog(),
    fetcher: new Fetcher(store, settings, log),
    admin,
    behindProxy,
    site,
    log,
  };
  service.faults.set(plan);

  let url = '';
  // The adapter's own globals would replace Node's `fetch` for tests in the same process.
  const listener = getRequestListener(createApp(service, () => url).fetch, { overrideGlobalObjects: false });
  // Uploads can take hours.
  const server = createServer({ requestTimeout: 0 }, (request, response) => {
    service.audit.record(request, response);
    void listener(request, response);
  });
  try {
    for (const { email, key } of accounts) store.accounts.ensure(email, nowSeconds(), key);
    await once(server.listen(port, host), 'listening');
  } catch (error) {
    store.close();
    throw error;
  }
  const address = server.address() as AddressInfo;
  url = `http://${host.includes(':') ? `[${host}]` : host}:${address.port}`;
  service.fetcher.startPending();

  const close = async (): Promise<void> => {
    server.close().closeAllConnections();
    await once(server, 'close');
    await service.fetcher.close();
    store.close();
  };
  let closed: Promise<void> | undefined;

  return {
    /** Without a trailing slash. */
    url,
    port: address.port,
    dialect,
    /** Assignments take effect at once. */
    settings,
    /** Returns an existing account. @throws Error if its key differs, or the key belongs to another account. */
    createAccount({ email, key }: NewAccount) {
      const account = store.accounts.ensure(email, nowSeconds(), key);
      return { email: account.email, key: account.apiKey };
    },
    accounts: () => store.accounts.all().map(({ email, apiKey }) => ({ email, key: apiKey })),
    seed: (seedOptions: SeedOptions) => seed(store, seedOptions),
    /** @throws Error if there is no such file */
    setFileAge(fileCode: string, age: FileAge) {
      const file = store.files.byCode(fileCode);
      if (!file) throw new Error(`There is no file "${fileCode}".`);
      store.files.setTimes(file.id, readAge(age, nowSeconds()));
    },
    /** Releases the data folder. Remote uploads restart at the next start. Can be called again. */
    close() {
      closed ??= close();
      return closed;
    },
  };
}
