import type { BulkJob, MoveSource } from '../../lib/bulk/work.ts';
import { folderName } from '../format/names.ts';
import type { IconName } from '../icons/Icon.tsx';
import { type PlainKey, plural, t } from '../text.ts';

type CountSentence = (count: number, job: BulkJob) => string;

interface KindWording {
  readonly icon: IconName;
  readonly doing: CountSentence;
  readonly did: CountSentence;
  readonly undoing: CountSentence;
  readonly undid: CountSentence;
  /** Why it can't be undone. */
  readonly finalText?: PlainKey;
  /** Why a file hasn't changed. */
  readonly unchanged: PlainKey;
}

const getFolderValue = ({ folder }: BulkJob) => ({ folder: folder === null ? '' : folderName(folder) });

/** “from “My files””, “from 3 folders”; null if unknown. */
export function describeSource(from: MoveSource | null | undefined): string | null {
  if (from?.folder) return t('bulk.from', { folder: folderName(from.folder) });
  return from && from.count > 1 ? plural('bulk.fromFolders', from.count) : null;
}

const base = {
  icon: 'folder',
  undoing: (count) => plural('bulk.doing.back', count),
  undid: (count) => plural('bulk.did.back', count),
  unchanged: 'bulk.why.unchanged',
} as const satisfies Partial<KindWording>;

const move: KindWording = {
  ...base,
  doing: (count, job) => plural('bulk.doing.move', count, getFolderValue(job)),
  did(count, job) {
    const from = describeSource(job.source ? { count: 1, folder: job.source } : job.from);
    if (from === null) return plural('bulk.did.move', count, getFolderValue(job));
    return plural('bulk.did.moveFrom', count, { from, ...getFolderValue(job) });
  },
};

export const kindWording: Readonly<Record<BulkJob['kind'], KindWording>> = {
  move,
  'move-contents': {
    ...move,
    doing: (_, job) =>
      t('bulk.doing.contents', { source: job.source ? folderName(job.source) : '', ...getFolderValue(job) }),
  },
  rename: {
    ...base,
    icon: 'rename',
    doing: (count) => plural('bulk.doing.rename', count),
    did: (count) => plural('bulk.did.rename', count),
    undoing: (count) => plural('bulk.doing.titlesBack', count),
    undid: (count) => plural('bulk.did.titlesBack', count),
  },
  clone: {
    ...base,
    doing: (count, job) => plural('bulk.doing.clone', count, getFolderValue(job)),
    did: (count, job) => plural('bulk.did.clone', count, getFolderValue(job)),
    finalText: 'bulk.undoClone',
    unchanged: 'bulk.why.noCopy',
  },
  delete: {
    ...base,
    icon: 'trash',
    doing: (count) => plural('bulk.doing.delete', count),
    did: (count) => plural('bulk.did.delete', count),
    finalText: 'bulk.undoDelete',
  },
};
