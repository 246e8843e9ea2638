/** The sync against the real local service, with workers that end and start again. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createClient } from '../../../../lib/api/index.ts';
import { createSync } from '../../../../lib/catalog/sync/sync.ts';
import { createAdmin, startService } from '../../../../service/src/index.ts';
import { fastLimiter } from '../../api/helpers/fast-limiter.ts';
import { createFakeAccountStatus } from '../../fake-account-status.ts';
import { createFakeFrozenArea } from '../../uploads/samples.ts';
import { openCatalog, toContents } from '../storage/on-disk.ts';

export const accountId = 'account';
export const minute = 60_000;
export const day = 24 * 60 * minute;

export type SyncSetup = Awaited<ReturnType<typeof setUpSync>>;

export async function setUpSync() {
  const dataDir = await mkdtemp(join(tmpdir(), 'linkhaul-sync-'));
  const service = await startService({ dataDir, admin: true, rateLimit: false });
  const admin = createAdmin(service.url);
  let account = 0;
  let { email, disk, area, otherClient, key } = await createAccount();
  const browser = { isOnline: true, isPageOpen: true };
  /** Epoch milliseconds, advanced by tests and by requests. */
  const time = { now: Date.now() };
  const changes = { now: 0, soon: 0 };
  const rule: { watchedDays: number | null } = { watchedDays: null };
  /** Number of writes. The write with the number `failing` fails. */
  const writes = { made: 0, failing: Number.NaN };

  async function createAccount() {
    account += 1;
    const { email, key } = service.createAccount({ email: `account${account}@sync.example` });
    const otherClient = createClient({ baseUrl: service.url, key, limiter: fastLimiter() });
    return { email, key, otherClient, disk: openCatalog(), area: createFakeFrozenArea() };
  }

  let current = startProcess();
  function startProcess() {
    const process = { isAlive: true };
    let infoRequests = 0;
    const client = createClient({
      baseUrl: service.url,
      key,
      limiter: fastLimiter(),
      // As in the extension, where the account status decides about retries.
      maxRetries: 0,
      onRequest({ endpoint }) {
        if (endpoint === 'file/info') infoRequests += 1;
      },
    });
    const kept = disk.newWriter();
    const sync = createSync({
      writer: {
        ...kept,
        // An ended worker writes nothing, and its calls never resolve.
        async apply(id, change, state) {
          if (!process.isAlive) return new Promise<never>(() => {});
          writes.made += 1;
          if (writes.failing === writes.made) throw new Error('The disk is full.');
          return kept.apply(id, change, state);
        },
      },
      accountIds: async () => [accountId],
      clientFor: async () => client,
      clock: () => time.now,
      random: () => 0.5,
      accountStatus: createFakeAccountStatus(area, {
        clock: () => time.now,
        isOnline: () => browser.isOnline,
        probe: () => client.account.probe(),
      }),
      isPageOpen: () => browser.isPageOpen,
      watchedDays: async () => rule.watchedDays,
      countInfoRequests: () => infoRequests,
      onChange: (urgency) => {
        changes[urgency] += 1;
        // As long as the limit of ten requests per second takes.
        if (urgency === 'soon') time.now += 100;
      },
      onListed: () => {},
      onWork: () => {},
    });
    return { process, sync };
  }

  /** Runs until nothing is due, skipping waits. */
  async function syncToEnd(): Promise<void> {
    for (let turn = 0; turn < 1_000; turn += 1) {
      const next = await current.sync.run();
      if (next === null) return;
      time.now = Math.max(time.now, next);
    }
    throw new Error('The sync does not come to rest.');
  }

  /** The account at the service, in the form of `catalog`. */
  async function serviceState() {
    const folders: [string, string, string][] = [];
    const visit = async (id: string): Promise<void> => {
      const { folders: inside } = await otherClient.folders.list(id, { onlyFolders: true });
      for (const { folderId, name } of inside) {
        folders.push([folderId, name, id]);
        await visit(folderId);
      }
    };
    await visit('0');
    const files: [string, string, string][] = [];
    for await (const { fileCode, title, folderId } of otherClient.files.iterate())
      files.push([fileCode, title, folderId ?? '0']);
    return { files: files.sort(), folders: folders.sort() };
  }

  return {
    service,
    admin,
    browser,
    time,
    changes,
    rule,
    writes,
    syncToEnd,
    serviceState,
    /** A client outside Linkhaul, like the service's own site or another browser. */
    get otherClient() {
      return otherClient;
    },
    get disk() {
      return disk;
    },
    email: () => email,
    sync: () => current.sync,
    /** Ends the worker with its pending writes, and starts the next one. */
    restart() {
      current.process.isAlive = false;
      current = startProcess();
    },
    async reset() {
      current.process.isAlive = false;
      await admin.clearFaults();
      disk.close();
      ({ email, disk, area, otherClient, key } = await createAccount());
      Object.assign(browser, { isOnline: true, isPageOpen: true });
      rule.watchedDays = null;
      current = startProcess();
    },
    /** Requests sent meanwhile: endpoint, folder, page, and whether only for new files. */
    async requestsDuring(what: () => Promise<unknown>) {
      await admin.clearAudit();
      await what();
      return (await admin.audit()).map(({ endpoint, query }) =>
        [endpoint.replace('/api/', ''), query['fld_id'], query['page'], query['created'] && 'created']
          .filter((part) => part !== undefined)
          .join(' '),
      );
    },
    async until(condition: () => boolean | Promise<boolean>) {
      while (!(await condition())) await new Promise((resolve) => setTimeout(resolve, 1));
    },
    catalog: async () => toContents(await disk.read(accountId)),
    async close() {
      current.process.isAlive = false;
      disk.close();
      await service.close();
      await rm(dataDir, { recursive: true });
    },
  };
}
