import { SettingsPage } from '../../components/settings/SettingsPage.tsx';
import { t } from '../../components/text.ts';
import { leaveContainer } from '../../page/container.ts';
import '../../lib/links/readable-host.ts';
import '../mount/icons.ts';
import { useSettings } from '../../page/all-settings.ts';
import { createTabDrafts } from '../../page/tab-drafts.ts';
import { useTheme } from '../../page/theme.ts';
import { mount } from '../mount/mount.tsx';

function App() {
  useTheme(useSettings()?.theme);
  return <SettingsPage />;
}

if (!(await leaveContainer())) mount(t('options.title'), <App />, { drafts: createTabDrafts() });
