/** Adds links and files to the queues of their accounts, and finds those that are there already. */
import type { AccountFolder } from '../folders/folder.ts';
import { commitChanges } from './changes.ts';
import { createFileKey, type LocalFile } from './local-file.ts';
import { getRemoval } from './removals.ts';
import { createAddressKey, findByAddress, isSameFragment } from './same-upload.ts';
import { createPackedId, packSize } from './storage/packs.ts';
import type { UploadStore, UploadTransaction } from './storage/upload-store.ts';
import { createUpload, isInAccount, type Upload } from './upload.ts';
import type { UploadsContext } from './uploads-context.ts';

export interface UploadDraft {
  /** Normalised by `URL`. Empty for a file. */
  readonly url: string;
  readonly file?: LocalFile;
  readonly title?: string | null | undefined;
  readonly pageUrl?: string | undefined;
}

export interface Target extends AccountFolder {
  readonly isFolderByRule?: boolean;
}

export interface Destination extends Target {
  readonly private: boolean;
  readonly via?: 'browser' | undefined;
  /** Accounts that get a copy. */
  readonly also?: readonly Target[] | undefined;
  /** Where the link goes, in this order, if the account is full or refuses it. */
  readonly fallbacks?: readonly AccountFolder[] | undefined;
}

export interface DraftWithDestination extends UploadDraft {
  readonly to: Destination;
  /** Shared with copies added before. */
  readonly linkId?: string | null | undefined;
}

export interface AddOptions {
  readonly shouldAddDuplicates?: boolean | ((accountId: string) => boolean) | undefined;
  /** The addresses that each of these accounts gets. Other accounts get all. */
  readonly only?: ReadonlyMap<string, ReadonlySet<string>> | undefined;
  readonly skippedKeys?: ReadonlySet<string>;
  /** How long to wait for `setTitle`. */
  readonly titleTimeoutMs?: number | undefined;
  /**
   * Uploads of the same links. One that isn't sent yet is removed in the transaction that adds its link again. One in progress isn't a
   * duplicate.
   */
  readonly replaces?: readonly string[] | undefined;
}

export interface AddResult {
  readonly added: readonly Upload[];
  /** Duplicates, which weren't added. */
  readonly existing: readonly { readonly url: string; readonly upload: Upload }[];
}

const nameKey = (each: Pick<Upload, 'accountId' | 'addressKey'>) => `${each.accountId} ${each.addressKey}`;

/** For each account. Reading 10,000 names takes 0.2 s. */
const maxKnown = 10_000;

/**
 * A store that shows the names of added and changed uploads.
 * `watchNames` passes them to `work`, from its start on.
 */
export function createWatchedStore(store: UploadStore) {
  const watching = new Set<Set<string>>();
  const watch = (upload: Upload) => {
    for (const names of watching) names.add(nameKey(upload));
  };
  const watched: UploadStore = {
    transact: (mode, work) =>
      store.transact(mode, (tx) =>
        work({
          ...tx,
          put(upload) {
            watch(upload);
            return tx.put(upload);
          },
          addAll(added) {
            added.forEach(watch);
            return tx.addAll(added);
          },
        }),
      ),
  };
  async function watchNames(work: (names: Set<string>) => Promise<void>): Promise<void> {
    const names = new Set<string>();
    watching.add(names);
    try {
      await work(names);
    } finally {
      watching.delete(names);
    }
  }
  return { store: watched, watchNames };
}

/** @param watchNames of the same store */
export function createAdder(
  context: UploadsContext,
  watchNames: ReturnType<typeof createWatchedStore>['watchNames'],
) {
  const { store, clock, newId } = context;

  /** `mayRepeat`: add it even if the account has it. */
  function spread(
    drafts: readonly DraftWithDestination[],
    { only, shouldAddDuplicates = false }: AddOptions,
  ) {
    return drafts.flatMap(({ to, url, file, pageUrl, title = file?.name ?? null, ...draft }) => {
      const { also = [], fallbacks = [], ...own } = to;
      const addressKey = file ? createFileKey(file) : createAddressKey(url);
      const linkId = draft.linkId ?? (also.length > 0 ? newId() : null);
      const sizeBytes = file?.sizeBytes ?? null;
      const source: Upload['source'] = file || own.via ? 'file' : 'link';
      const fields = { ...own, url, addressKey, title, pageUrl, sizeBytes, source, linkId, fallbacks };
      return [own, ...also]
        .filter(({ accountId }) => !only || only.get(accountId)?.has(url) === true)
        .map((target) => ({
          to,
          fields: { ...fields, ...target },
          isFile: file !== undefined,
          mayRepeat:
            typeof shouldAddDuplicates === 'function'
              ? shouldAddDuplicates(target.accountId)
              : shouldAddDuplicates,
        }));
    });
  }

  /**
   * By `nameKey`: what accounts already have of drafts that they shouldn't get twice.
   * @param names outside of these, they have nothing
   */
  async function findAlike(
    tx: UploadTransaction,
    spreadOut: ReturnType<typeof spread>,
    names: ReadonlySet<string> | null = null,
  ) {
    const asked = new Map(
      spreadOut.flatMap(({ fields, mayRepeat }) => (mayRepeat ? [] : [[nameKey(fields), fields]])),
    );
    return new Map(
      await Promise.all(
        [...asked].map(
          async ([name, { accountId, addressKey }]) =>
            [name, names?.has(name) === false ? [] : await tx.findByAddress(accountId, addressKey)] as const,
        ),
      ),
    );
  }

  /** Finds duplicates and adds the rest, in one transaction. */
  function addSlice(
    drafts: readonly DraftWithDestination[],
    options: AddOptions,
    batches: ReadonlyMap<Destination, Upload['batch']>,
    mode: 'write' | 'durable' = 'durable',
    names: ReadonlySet<string> | null = null,
  ): Promise<AddResult> {
    const { skippedKeys, titleTimeoutMs, replaces = [] } = options;
    const nowMs = clock();
    const wait =
      titleTimeoutMs === undefined ? null : ({ reason: 'title', untilMs: nowMs + titleTimeoutMs } as const);
    const wanted = spread(drafts, options);
    return commitChanges(context, mode, async (tx, changes) => {
      const added: Upload[] = [];
      const existing: { url: string; upload: Upload }[] = [];
      const isKnown = (upload: Upload) =>
        isInAccount(upload) && (upload.arrivedAtMs !== null || !replaces.includes(upload.id));
      const known = new Map(
        [...(await findAlike(tx, wanted, names))].map(([name, alike]) => [name, alike.filter(isKnown)]),
      );
      const packIds = new Map([...new Set(wanted.map(({ to }) => to))].map((to) => [to, newId()]));
      const lastOrders = new Map<string, number>();
      for (const accountId of new Set(wanted.map(({ fields }) => fields.accountId)))
        lastOrders.set(accountId, await tx.getLastOrder(accountId));
      for (const { to, fields, isFile } of wanted) {
        const { accountId, addressKey, url } = fields;
        const alike = known.get(nameKey(fields));
        const duplicate = alike?.find((upload) => isFile || isSameFragment(upload.url, url));
        if (duplicate !== undefined) {
          existing.push({ url, upload: duplicate });
          continue;
        }
        if (skippedKeys?.has(addressKey)) continue;
        const order = (lastOrders.get(accountId) ?? 0) + 1;
        lastOrders.set(accountId, order);
        const batch = batches.get(to) ?? null;
        const id =
          (batch?.size ?? 0) > packSize ? createPackedId(packIds.get(to) ?? '', added.length) : newId();
        const upload = createUpload({ ...fields, id, order, wait, batch }, nowMs);
        added.push(upload);
        alike?.push(upload);
      }
      const findAdded = findByAddress(added);
      for (const replaced of await Promise.all(replaces.map((id) => tx.get(id)))) {
        const removal = getRemoval(replaced);
        const [instead] = replaced ? findAdded(replaced.url) : [];
        if (replaced === undefined || instead === undefined) continue;
        const marked = { ...replaced, replacedBy: { id: instead.id, folder: instead.folder } };
        if (removal && replaced.state !== 'uncertain')
          await changes.applyAction(tx, marked, { type: removal });
        else await tx.put(marked);
      }
      await tx.addAll(added);
      return { added, existing };
    });
  }

  /** Only its end is durable, which is enough because transactions are stored in order. */
  async function addSlices(
    drafts: readonly DraftWithDestination[],
    options: AddOptions,
    batches: ReadonlyMap<Destination, Upload['batch']>,
  ): Promise<readonly AddResult[]> {
    const results: AddResult[] = [];
    await watchNames(async (names) => {
      const known = (await addKnownNames(names, drafts)) ? names : null;
      for (let at = 0; at < drafts.length; at += packSize)
        results.push(await addSlice(drafts.slice(at, at + packSize), options, batches, 'write', known));
    });
    await store.transact('durable', (tx) => tx.setMeta('flushed', true));
    return results;
  }

  /** Names all uploads of the accounts, so that new links need no search for duplicates. False if there are too many. */
  async function addKnownNames(
    names: Set<string>,
    drafts: readonly DraftWithDestination[],
  ): Promise<boolean> {
    const accountIds = drafts.flatMap(({ to }) => [to, ...(to.also ?? [])].map((each) => each.accountId));
    // Waits for writes that began before the names were collected.
    return store.transact('write', async (tx) => {
      for (const accountId of new Set(accountIds)) {
        const keys = await tx.listAddressKeys(accountId, maxKnown);
        if (keys === null) return false;
        for (const addressKey of keys) names.add(nameKey({ accountId, addressKey }));
      }
      return true;
    });
  }

  return {
    /** Finds duplicates and appends the rest to the queues of their accounts, in this order. */
    async add(drafts: readonly DraftWithDestination[], options: AddOptions): Promise<AddResult> {
      const batches = new Map(
        [...Map.groupBy(drafts, ({ to }) => to)].map(([to, { length }]) => [
          to,
          length > 1 ? { id: newId(), size: length } : null,
        ]),
      );
      if (drafts.length <= packSize) return addSlice(drafts, options, batches);
      const results = await addSlices(drafts, options, batches);
      return {
        added: results.flatMap((result) => result.added),
        existing: results.flatMap((result) => result.existing),
      };
    },
    /** Duplicates whose file has arrived. */
    findArrived: (drafts: readonly DraftWithDestination[], options: AddOptions): Promise<readonly Upload[]> =>
      store.transact('read', async (tx) =>
        [...(await findAlike(tx, spread(drafts, options))).values()]
          .flat()
          .filter(({ arrivedAtMs }) => arrivedAtMs !== null),
      ),
  };
}
