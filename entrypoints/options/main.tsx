/** Starts the settings, which are the first run too. */
import { useEffect, useState } from 'preact/hooks';
import { browser } from 'wxt/browser';
import type { BackupProps } from '../../components/settings/Backup.tsx';
import type { NotificationPermission } from '../../components/settings/SettingLines.tsx';
import { SettingsPage } from '../../components/settings/SettingsPage.tsx';
import type { ShortcutsProps } from '../../components/settings/Shortcuts.tsx';
import { t } from '../../components/text.ts';
import { toHostPattern } from '../../lib/accounts/account.ts';
import { exportedKeys } from '../../lib/settings/backup.ts';
import { useShortlistOf } from '../page/account-hooks.ts';
import { readAllRules, readAllSettings } from '../page/all-settings.ts';
import { leaveContainer } from '../page/container.ts';
import { useStored } from '../page/hooks.ts';
import { mount } from '../page/mount.tsx';
import { readAccounts, readCurrentShortlist, readShortlistOf } from '../page/page-data.ts';
import { openPanel } from '../page/panel.ts';
import { useTheme } from '../page/theme.ts';
import '../page/icons.ts';

function App() {
  const settings = useStored(readAllSettings, 'settings');
  useTheme(settings?.theme);
  return (
    <SettingsPage
      accounts={useStored(readAccounts, 'accounts')}
      shortlist={useStored(readCurrentShortlist, 'folders', 'accounts')}
      useShortlist={useShortlistOf}
      rules={useStored(readAllRules, 'rules')}
      settings={settings}
      shortcuts={shortcuts}
      backup={backup}
      storedData={storedData}
      readProblemReport={async () => (await import('./stored-figures.ts')).readProblemReport()}
      notifications={useNotificationPermission()}
      isPinned={useIsPinned()}
    />
  );
}

const storedData = {
  readFigures: async () => (await import('./stored-figures.ts')).readFigures(),
  activityAddress: browser.runtime.getURL('/manager.html#activity' as '/manager.html'),
};

/** The optional permission for notifications, which the user can take away in the browser's own settings at any time. */
function useNotificationPermission(): NotificationPermission {
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

/** Read again when the page gets the focus back: not every browser tells of the change. */
function useIsPinned(): boolean | null {
  const [isPinned, setPinned] = useState<boolean | null>(null);
  useEffect(() => {
    const read = () =>
      void browser.action.getUserSettings?.().then(({ isOnToolbar }) => setPinned(isOnToolbar ?? null));
    read();
    const event = browser.action.onUserSettingsChanged;
    event?.addListener(read);
    window.addEventListener('focus', read);
    return () => {
      event?.removeListener(read);
      window.removeEventListener('focus', read);
    };
  }, []);
  return isPinned;
}

const notificationPermission = { permissions: ['notifications' as const] };
const request = () => browser.permissions.request(notificationPermission);

/** What goes into a file of settings, read as every page may. */
const backup: Omit<BackupProps, 'onImported'> = {
  async readBackupContent() {
    const [{ list }, settings] = await Promise.all([readAccounts(), readAllSettings()]);
    const accounts = list.map(async ({ id, baseUrl, email, nickname, publicUrl }) => {
      const { default: chosen, pinned } = await readShortlistOf(id);
      return { id, address: baseUrl, email, nickname, publicAddress: publicUrl, default: chosen, pinned };
    });
    return {
      settings,
      accounts: await Promise.all(accounts),
      storage: await browser.storage.local.get([...exportedKeys]),
    };
  },
  requestHosts: (addresses) => browser.permissions.request({ origins: addresses.map(toHostPattern) }),
};

/** What the settings show of the browser's own commands, and where those are changed. */
const shortcuts: ShortcutsProps = {
  async readShortcuts() {
    const commands = (await browser.commands?.getAll()) ?? [];
    return commands.map(({ name = '', description = '', shortcut = '' }) => ({
      name,
      description,
      keys: shortcut,
    }));
  },
  changeShortcuts() {
    const commands = browser.commands as { openShortcutSettings?(): Promise<void> };
    if (import.meta.env.FIREFOX) void commands.openShortcutSettings?.();
    else void browser.tabs.create({ url: 'chrome://extensions/shortcuts' });
  },
  openPanel,
};

if (!(await leaveContainer())) mount(t('options.title'), <App />);
