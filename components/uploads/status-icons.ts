/** Shown before a row's texts are loaded. */
import type { UploadItemState } from '../../lib/uploads/upload-items.ts';
import type { IconName } from '../icons/Icon.tsx';

export type RowTone = 'moving' | 'quiet' | 'good' | 'bad' | 'warn';

export const statusIcons: Readonly<Record<UploadItemState, readonly [IconName, RowTone]>> = {
  sending: ['sending', 'moving'],
  working: ['arriving', 'moving'],
  verifying: ['arriving', 'moving'],
  unreported: ['arriving', 'moving'],
  uncertain: ['question', 'warn'],
  refused: ['failed', 'bad'],
  'folder-gone': ['failed', 'bad'],
  failed: ['failed', 'bad'],
  vanished: ['vanished', 'bad'],
  pending: ['clock', 'quiet'],
  other: ['clock', 'quiet'],
  waiting: ['clock', 'quiet'],
  'needs-file': ['question', 'warn'],
  done: ['done', 'good'],
};
