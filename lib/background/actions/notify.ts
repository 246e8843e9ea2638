/** Which notifications the user wants. */
import type { Settings } from '../../settings/settings.ts';
import type { Context } from '../context.ts';
import type { NotificationContent } from '../ports.ts';

/** Shows a notification, unless notifications or those of its kind are off. */
export async function notify({ ports, settings }: Context, notice: NotificationContent): Promise<void> {
  if (isWanted(await settings.get(), notice.kind)) await ports.notify(notice);
}

const isWanted = (
  { notifications, notifyFinished, notifyFailed }: Settings,
  kind: NotificationContent['kind'],
): boolean => notifications && (kind === 'done' ? notifyFinished : notifyFailed);
