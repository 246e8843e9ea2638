import { listFolderFiles } from '../run/bulk-context.ts';
import type { Step } from '../run/job-session.ts';
import type { BulkWork } from '../work.ts';
import type { JobKind } from './job-kind.ts';
import { explainFolders, observeFolders } from './read-files.ts';
import { settleClone } from './settle-clone.ts';

/** The clone's, once it was created. */
const currentCode = ({ fileCode, note }: Step): string => note?.left ?? fileCode;

/**
 * `from` is empty, `to` is the folder, and the note has the clone's code. A request can't be repeated. They are sent one at a time, so that
 * a new file in the folder can be attributed if the response is lost.
 */
export const clone: JobKind<Extract<BulkWork, { kind: 'clone' }>> = {
  plan: ({ fileCodes, titles, folder }) =>
    fileCodes.map((fileCode, at) => ({ fileCode, title: titles?.[at] ?? null, from: '', to: folder.id })),
  subject: ({ folder }) => ({ folder }),
  maxInFlight: 1,
  isRepeatable: false,
  acceptsMissing: false,
  isFoundByFolder: true,
  emptyReason: 'folder-gone',
  async prepare({ session, client }) {
    const { folder } = session.job;
    if (folder === null || session.has('unanswered') || !session.has('todo')) return {};
    const seen = await listFolderFiles(client, folder.id);
    return { seen: seen?.map(({ fileCode }) => fileCode) ?? null };
  },
  settle: settleClone,
  send: async ({ files }, fileCode, to, options) =>
    (await files.clone(fileCode, { folderId: to }, options)).fileCode,
  observe: (phase, steps, folderOf) => observeFolders(phase, steps, folderOf, currentCode),
  isSame: (value, wanted) => value === wanted,
  explain: (phase, mismatches) => explainFolders(phase, mismatches, false, currentCode),
};
