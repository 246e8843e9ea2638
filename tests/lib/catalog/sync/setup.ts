/** The sync at the real local service: what is at the service, what is in the catalog, and lives of a worker in between. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Client, createClient } from '../../../../lib/api/index.ts';
import { createSync, type Sync } from '../../../../lib/catalog/sync/sync.ts';
import { type Admin, createAdmin, type RunningService, startService } from '../../../../service/src/index.ts';
import { fastLimiter } from '../../api/helpers/fast-limiter.ts';
import { type CatalogOnDisk, contentsOf, openCatalog } from '../storage/on-disk.ts';

export const accountId = 'account';
export const minute = 60_000;
export const day = 24 * 60 * minute;

export interface SyncWorld {
  readonly service: RunningService;
  readonly admin: Admin;
  /** Somebody else's way into the account: the service's own site, another browser. */
  readonly elsewhere: Client;
  readonly disk: CatalogOnDisk;
  readonly browser: { online: boolean; looking: boolean };
  /** Milliseconds since the epoch; advanced by tests and by requests. */
  readonly time: { now: number };
  readonly changes: { now: number; soon: number };
  /** How often was written; the write of that number fails. */
  readonly writes: { made: number; failing: number };
  /** The account at the service. */
  email(): string;
  /** The present life of the worker. */
  sync(): Sync;
  /** The worker dies: what it was about to write is never written. */
  restart(): void;
  /** Runs, as the driver does, until there is nothing more to do; waits are passed over. */
  settle(): Promise<void>;
  /** Another account, and a catalog of which nothing is known. */
  reset(): Promise<void>;
  /** What the service was asked for meanwhile: endpoint, folder, page, and whether only for new files. */
  askedFor(what: () => Promise<unknown>): Promise<string[]>;
  until(isSo: () => boolean | Promise<boolean>): Promise<void>;
  /** What is at the service and what is in the catalog, in one form. */
  truth(): Promise<unknown>;
  catalog(): Promise<unknown>;
  close(): Promise<void>;
}

export async function startSyncWorld(): Promise<SyncWorld> {
  const dataDir = await mkdtemp(join(tmpdir(), 'linkhaul-sync-'));
  const service = await startService({ dataDir, admin: true, rateLimit: false });
  const admin = createAdmin(service.url);
  let account = 0;
  let { email, disk, elsewhere, key } = await fresh();
  const browser = { online: true, looking: true };
  const time = { now: Date.now() };
  const changes = { now: 0, soon: 0 };
  const writes = { made: 0, failing: Number.NaN };

  async function fresh() {
    account += 1;
    const { email, key } = service.createAccount({ email: `account${account}@sync.example` });
    const elsewhere = createClient({ baseUrl: service.url, key, limiter: fastLimiter() });
    return { email, key, elsewhere, disk: openCatalog() };
  }

  let life = newLife();
  function newLife() {
    const mortal = { isAlive: true };
    const client = createClient({ baseUrl: service.url, key, limiter: fastLimiter() });
    const kept = disk.newWriter();
    const sync = createSync({
      writer: {
        ...kept,
        // The dead write nothing, and nothing that they wait for comes.
        async apply(id, change, state) {
          if (!mortal.isAlive) return new Promise<never>(() => {});
          writes.made += 1;
          if (writes.failing === writes.made) throw new Error('The disk is full.');
          return kept.apply(id, change, state);
        },
      },
      accountIds: async () => [accountId],
      clientFor: async () => client,
      clock: () => time.now,
      random: () => 0.5,
      isOnline: () => browser.online,
      isPageOpen: () => browser.looking,
      onChange: (haste) => {
        changes[haste] += 1;
        // The limit would let ten answers through in a second.
        if (haste === 'soon') time.now += 100;
      },
      onWork: () => {},
    });
    return { mortal, sync };
  }

  async function settle(): Promise<void> {
    for (let turn = 0; turn < 1_000; turn += 1) {
      const next = await life.sync.run();
      if (next === null) return;
      time.now = Math.max(time.now, next);
    }
    throw new Error('The sync does not come to rest.');
  }

  async function truth() {
    const folders: [string, string, string][] = [];
    const visit = async (id: string): Promise<void> => {
      const { folders: inside } = await elsewhere.folders.list(id, { onlyFolders: true });
      for (const { folderId, name } of inside) {
        folders.push([folderId, name, id]);
        await visit(folderId);
      }
    };
    await visit('0');
    const files: [string, string, string][] = [];
    for await (const { fileCode, title, folderId } of elsewhere.files.iterate())
      files.push([fileCode, title, folderId ?? '0']);
    return { files: files.sort(), folders: folders.sort() };
  }

  return {
    service,
    admin,
    get elsewhere() {
      return elsewhere;
    },
    get disk() {
      return disk;
    },
    browser,
    time,
    changes,
    writes,
    email: () => email,
    sync: () => life.sync,
    restart() {
      life.mortal.isAlive = false;
      life = newLife();
    },
    settle,
    async reset() {
      life.mortal.isAlive = false;
      await admin.clearFaults();
      disk.close();
      ({ email, disk, elsewhere, key } = await fresh());
      Object.assign(browser, { online: true, looking: true });
      life = newLife();
    },
    async askedFor(what) {
      await admin.clearAudit();
      await what();
      return (await admin.audit()).map(({ endpoint, query }) =>
        [endpoint.replace('/api/', ''), query['fld_id'], query['page'], query['created'] && 'created']
          .filter((part) => part !== undefined)
          .join(' '),
      );
    },
    async until(isSo) {
      while (!(await isSo())) await new Promise((resolve) => setTimeout(resolve, 1));
    },
    truth,
    catalog: async () => contentsOf(await disk.read(accountId)),
    async close() {
      life.mortal.isAlive = false;
      disk.close();
      await service.close();
      await rm(dataDir, { recursive: true });
    },
  };
}
