/** What the settings show of the browser's own commands, and where those are changed. */
import { browser } from 'wxt/browser';
import type { ShortcutsProps } from '../../components/settings/Shortcuts.tsx';
import { openPanel } from '../page/panel.ts';

export const shortcuts: ShortcutsProps = {
  async readShortcuts() {
    const commands = (await browser.commands?.getAll()) ?? [];
    return commands.map(({ name = '', description = '', shortcut = '' }) => ({
      ...{ name, description, keys: shortcut },
    }));
  },
  changeShortcuts() {
    const commands = browser.commands as { openShortcutSettings?(): Promise<void> };
    if (import.meta.env.FIREFOX) void commands.openShortcutSettings?.();
    else void browser.tabs.create({ url: 'chrome://extensions/shortcuts' });
  },
  openPanel,
};
