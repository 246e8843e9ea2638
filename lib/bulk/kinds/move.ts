import { type BulkWork, getSourceIds } from '../work.ts';
import type { JobKind } from './job-kind.ts';
import { explainFolders, listMovedAway, observeFolders } from './read-files.ts';

type Work<K> = Extract<BulkWork, { kind: K }>;

/** `from` and `to` are folders. */
const moves = {
  maxInFlight: 6,
  isRepeatable: true,
  acceptsMissing: false,
  isFoundByFolder: true,
  emptyReason: 'folder-gone',
  async send({ files }, fileCode, to, options) {
    await files.move(fileCode, to, options);
    return null;
  },
  toPatch: (fileCode, to) => ({ fileCode, folderId: to }),
  async readBefore({ session, client }, steps) {
    const { before: known } = session.extra;
    const moved = await listMovedAway(client, steps);
    // An earlier request has moved files that are in the target.
    const inTarget = moved.map((step) => ({ ...step, from: step.to ?? '' }));
    const unknown = known ? await listMovedAway(client, inTarget) : moved;
    return Object.fromEntries(unknown.map(({ index }) => [index, '']));
  },
  observe: observeFolders,
  isSame: (value, wanted) => value === wanted,
  explain: (phase, mismatches) => explainFolders(phase, mismatches, true),
} as const satisfies Omit<JobKind, 'plan' | 'subject'>;

export const move: JobKind<Work<'move'>> = {
  ...moves,
  plan: ({ files, folder }) => files.map(({ folderId: from, ...file }) => ({ ...file, from, to: folder.id })),
  subject: (work) => ({ folder: work.folder, from: { count: getSourceIds(work).size, folder: null } }),
};

/** The new folders are created first (`run/make-folders.ts`). */
export const moveContents: JobKind<Work<'move-contents'>> = {
  ...moves,
  // `to` is the old folder until the new one is created (`TreeFolder.newId`).
  plan: ({ files }) => files.map(({ folderId: from, ...file }) => ({ ...file, from, to: from })),
  subject: ({ folder, source, folders }) => ({
    folder,
    source,
    tree: folders.map((each) => ({ ...each, newId: null })),
  }),
};
