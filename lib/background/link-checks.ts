import { createTakedownStore } from '../accounts/takedown-record.ts';
import { createCheckStore } from '../bulk/link-check/check-store.ts';
import { createLinkChecks, type LinkChecks } from '../bulk/link-check/link-checks.ts';
import { listCodeLengths } from '../catalog/query/code-lengths.ts';
import type { Needs } from './parts.ts';

/** How far back to look: a year. */
const deletedHours = 365 * 24;

export function createChecksOfLinks({
  ports,
  accountStatus,
  clients,
  catalog,
  catalogStore,
  onChange,
}: Needs<'ports' | 'accountStatus' | 'clients' | 'catalog' | 'catalogStore'> & {
  onChange(): void;
}): LinkChecks {
  return createLinkChecks({
    store: createCheckStore(),
    accountStatus,
    clock: ports.clock,
    random: ports.random,
    readInfos: catalog.infos,
    checkFile: async (accountId, code, options) => (await clients.get(accountId)).files.check(code, options),
    canCheckFile: async (accountId) => (await clients.get(accountId)).capabilities.canCheckFile,
    async findDeleted(accountId, options) {
      const { files, capabilities } = await clients.get(accountId);
      const deleted = capabilities.hasDeletedList
        ? await files.deleted({ hours: deletedHours }, options)
        : [];
      return new Set(deleted.map(({ fileCode }) => fileCode));
    },
    findKnown: async (accountId, codes) =>
      new Set((await catalogStore.files(accountId, codes)).map(({ fileCode }) => fileCode)),
    findCodeLengths: async (accountId) => listCodeLengths(await catalogStore.blocks(accountId)),
    async findTakedowns(accountId) {
      const { firstSeenAtMs } = await createTakedownStore(ports.local, accountId).get();
      return new Set(Object.keys(firstSeenAtMs));
    },
    onChange,
  });
}
