/** How a link ended, in words, with the icon and the tone that go with it. */
import type { ActivityEntry, ActivityKind } from '../../lib/activity/entry.ts';
import { folderName } from '../folders/name.ts';
import type { IconName } from '../icons/Icon.tsx';
import { t } from '../text.ts';
import type { Status } from '../transfers/status.ts';

export const marks: Readonly<Record<ActivityKind, { icon: IconName; tone: Status['tone'] }>> = {
  sent: { icon: 'sending', tone: 'moving' },
  done: { icon: 'done', tone: 'good' },
  failed: { icon: 'failed', tone: 'bad' },
  refused: { icon: 'failed', tone: 'bad' },
  unsure: { icon: 'question', tone: 'warn' },
  cancelled: { icon: 'cross', tone: 'quiet' },
};

export function outcomeSentence({ kind, folderId, folderName: name, msg }: ActivityEntry): string {
  const folder = folderName({ id: folderId, name: name ?? '' });
  const said = msg?.trim() ? msg : null;
  switch (kind) {
    case 'sent':
      return t('activity.sent', { folder });
    case 'done':
      return t('activity.done', { folder });
    case 'failed':
      return said === null ? t('activity.failed', { folder }) : t('activity.failedAs', { msg: said });
    case 'refused':
      return said === null ? t('activity.refused') : t('activity.refusedAs', { msg: said });
    case 'unsure':
      return t('activity.unsure', { folder });
    case 'cancelled':
      return t('activity.cancelled', { folder });
  }
}
