/** How a link ended, in words, with the icon and the tone that go with it. */

import { titleFromAddress } from '../../lib/links/address-title.ts';
import type { ActivityEntry, ActivityKind } from '../../lib/uploads/activity.ts';
import { folderName } from '../folders/name.ts';
import type { IconName } from '../icons/Icon.tsx';
import { plural, t } from '../text.ts';
import { isSourceFailure, type RowTone, sourceText } from '../uploads/wording.ts';

export const outcomeMarks: Readonly<Record<ActivityKind, { icon: IconName; tone: RowTone }>> = {
  sent: { icon: 'sending', tone: 'moving' },
  done: { icon: 'done', tone: 'good' },
  failed: { icon: 'failed', tone: 'bad' },
  refused: { icon: 'failed', tone: 'bad' },
  uncertain: { icon: 'question', tone: 'warn' },
  cancelled: { icon: 'cross', tone: 'quiet' },
  dismissed: { icon: 'cross', tone: 'quiet' },
  deleted: { icon: 'trash', tone: 'quiet' },
  moved: { icon: 'folder', tone: 'good' },
  renamed: { icon: 'rename', tone: 'good' },
  cloned: { icon: 'copy', tone: 'good' },
  undone: { icon: 'back', tone: 'quiet' },
};

/** What an entry is about. */
export function entryTitle({ title, url, files }: ActivityEntry): string {
  return title ?? (files ? plural('bulk.files', files.done + files.failed) : titleFromAddress(url));
}

export function outcomeSentence(entry: ActivityEntry): string {
  const { kind, folderId, folderName: name, msg, files } = entry;
  const folder = folderName({ id: folderId, name: name ?? '' });
  const serviceMessage = msg?.trim() ? msg : null;
  switch (kind) {
    case 'sent':
      return t('activity.sent', { folder });
    case 'done':
      return t('activity.done', { folder });
    case 'failed':
      return serviceMessage === null
        ? t('activity.failed', { folder })
        : t('activity.failedAs', { msg: serviceMessage });
    case 'refused':
      if (isSourceFailure(entry)) return sourceText(entry.url, entry);
      return serviceMessage === null
        ? t('activity.refused')
        : t('activity.refusedAs', { msg: serviceMessage });
    case 'uncertain':
      return t('activity.uncertain', { folder });
    case 'cancelled':
      return t('activity.cancelled', { folder });
    case 'dismissed':
      return t('activity.dismissed');
    case 'deleted':
      return t('activity.deleted', { folder });
    case 'moved':
      return withFailed(t('bulk.activity.moved', { folder }), files);
    case 'renamed':
      return withFailed(t('bulk.activity.renamed'), files);
    case 'cloned':
      return withFailed(t('bulk.activity.cloned', { folder }), files);
    case 'undone':
      return withFailed(t('bulk.activity.undone'), files);
  }
}

function withFailed(sentence: string, files: ActivityEntry['files']): string {
  return files && files.failed > 0 ? `${sentence} · ${plural('bulk.failed', files.failed)}` : sentence;
}
