import type { BulkWork } from '../work.ts';
import { clone } from './clone.ts';
import { deletion } from './delete.ts';
import type { JobKind } from './job-kind.ts';
import { move, moveContents } from './move.ts';
import { rename } from './rename.ts';

const kinds: { readonly [K in BulkWork['kind']]: JobKind<Extract<BulkWork, { kind: K }>> } = {
  move,
  'move-contents': moveContents,
  rename,
  clone,
  delete: deletion,
};

export const getJobKind = ({ kind }: Pick<BulkWork, 'kind'>): JobKind => kinds[kind] as JobKind;
