/** Starts the settings, which are the first run too. */
import { browser } from 'wxt/browser';
import '../../components/layout.css';
import { Options } from '../../components/options/Options.tsx';
import { t } from '../../components/text.ts';
import { useIsPrivate, useStored } from '../page/hooks.ts';
import '../page/icons.ts';
import { mount } from '../page/mount.tsx';
import { readAllRules, readAllSettings } from '../page/settings.ts';
import { readAccounts, readCurrentShortlist } from '../page/stored.ts';
import { useTheme } from '../page/theme.ts';
import { backup } from './backup.ts';
import { useNotificationPermission } from './notifications.ts';
import { shortcuts } from './shortcuts.ts';

function App() {
  const settings = useStored(readAllSettings, 'settings');
  useTheme(settings?.theme);
  return (
    <Options
      accounts={useStored(readAccounts, 'accounts')}
      shortlist={useStored(readCurrentShortlist, 'folders', 'accounts')}
      rules={useStored(readAllRules, 'rules')}
      settings={settings}
      isPrivate={useIsPrivate()}
      shortcuts={shortcuts}
      backup={backup}
      storedData={storedData}
      readProblemReport={async () => (await import('./problem-report.ts')).readProblemReport()}
      notifications={useNotificationPermission()}
    />
  );
}

const storedData = {
  readFigures: async () => (await import('./stored-data.ts')).readFigures(),
  activityAddress: browser.runtime.getURL('/manager.html#activity' as '/manager.html'),
};

mount(t('options.title'), <App />);
