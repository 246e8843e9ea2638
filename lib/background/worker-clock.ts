/** The clock of this worker. If an earlier worker's clock was ahead, all stored times are moved before anything reads them. */
import { noAccounts } from '../accounts/account.ts';
import { createAccountsStore } from '../accounts/accounts-store.ts';
import type { ActivityDatabase } from '../activity/activity-database.ts';
import type { createBulkDatabase } from '../bulk/bulk-database.ts';
import type { createCatalogDatabase } from '../catalog/storage/catalog-database.ts';
import { rewriteStores, StorageError } from '../storage/database.ts';
import { createStoredValue, type StorageArea } from '../storage/stored.ts';
import { createClock, findSetBackMs, rebaseTimes } from '../timing/clock.ts';
import type { createUploadsDatabase } from '../uploads/storage/uploads-database.ts';
import type { BrowserPorts, Ports } from './ports.ts';

export interface Databases {
  readonly uploads: ReturnType<typeof createUploadsDatabase>;
  readonly catalog: ReturnType<typeof createCatalogDatabase>;
  readonly bulk: ReturnType<typeof createBulkDatabase>;
  readonly activity: ActivityDatabase;
}

/** The databases wait until stored times are right. */
export function startClock(
  given: BrowserPorts,
  databases: Databases,
): { readonly ports: Ports; readonly databases: Databases } {
  const { local, session, wallNow, monotonicNow } = given;
  const stamp = createStoredValue(local, 'clock', (value) => (typeof value === 'number' ? value : null));
  const ready = rebase();
  const whenReady = <T extends object>(target: T): T =>
    new Proxy(target, {
      get:
        (object, name) =>
        async (...args: unknown[]) => {
          await ready;
          const method = Reflect.get(object, name) as (...args: unknown[]) => unknown;
          return method.apply(object, args);
        },
    });

  /** Whether the stored times fit this worker's clock. */
  async function rebase(): Promise<boolean> {
    const stampMs = await stamp.get().catch(() => null);
    const nowMs = wallNow();
    const setBackMs = findSetBackMs(stampMs, nowMs);
    if (setBackMs === 0) return true;
    const move = <T>(value: T): T => rebaseTimes(value, setBackMs, nowMs);
    const rewrite = async (area: StorageArea, key: string) => area.set(move(await area.get(key)));
    const { list } = await createAccountsStore(local)
      .get()
      .catch(() => noAccounts);
    // A store that fails will fail again when it is used, and be reported there.
    const moves = await Promise.allSettled([
      rewriteStores(databases.uploads, ['uploads', 'packs', 'removed', 'events'], move),
      rewriteStores(databases.bulk, ['jobs', 'steps', 'extras'], move),
      rewriteStores(databases.catalog, ['accounts'], move),
      rewriteStores(databases.activity, ['entries'], move),
      rewrite(local, 'backoffs'),
      ...list.map(({ id }) => rewrite(local, `takedowns:${id}`)),
      rewrite(session, 'uploads'),
      rewrite(session, 'activity'),
      rewrite(session, 'tracking'),
      rewrite(session, 'payloads'),
      // Drawn again soon.
      session.remove('startTimes'),
      session.remove('dialectChecks'),
    ]);
    // If the disk is full, the next worker continues.
    const isMoved = !moves.some((each) => each.status === 'rejected' && isTemporary(each.reason));
    if (isMoved) await stamp.set(nowMs).catch(() => {});
    return isMoved;
  }

  const clock = createClock({
    wallNow,
    monotonicNow,
    save: (atMs) => void ready.then((isMoved) => (isMoved ? stamp.set(atMs) : undefined)).catch(() => {}),
  });
  const ports = {
    ...given,
    local: whenReady(local),
    session: whenReady(session),
    clock: clock.now,
    setAlarm: (atMs: number | null) => given.setAlarm(atMs && clock.toWall(atMs)),
  };
  const { uploads, catalog, bulk, activity } = databases;
  return {
    ports,
    databases: {
      uploads: whenReady(uploads),
      catalog: whenReady(catalog),
      bulk: whenReady(bulk),
      activity: whenReady(activity),
    },
  };
}

/** A damaged, missing or newer store is left alone. */
const isTemporary = (failure: unknown): boolean =>
  !(failure instanceof StorageError) || failure.reason === 'full';
