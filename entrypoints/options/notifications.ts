/** The optional permission for notifications, which the user can take away in the browser's own settings at any time. */
import { useEffect, useState } from 'preact/hooks';
import { browser } from 'wxt/browser';
import type { NotificationPermission } from '../../components/settings/SettingLines.tsx';

export function useNotificationPermission(): NotificationPermission {
  const [isAllowed, setAllowed] = useState<boolean | null>(null);
  useEffect(() => {
    const read = () => void browser.permissions.contains(notificationPermission).then(setAllowed);
    read();
    const { onAdded, onRemoved } = browser.permissions;
    for (const event of [onAdded, onRemoved]) event.addListener(read);
    return () => {
      for (const event of [onAdded, onRemoved]) event.removeListener(read);
    };
  }, []);
  return { isAllowed, request };
}

const notificationPermission = { permissions: ['notifications' as const] };
const request = () => browser.permissions.request(notificationPermission);
