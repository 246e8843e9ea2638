/** The texts of the settings; a setting that is added to the table in `lib/settings` gets its line here. */
import type { Settings } from '../../lib/settings/settings.ts';
import type { PlainKey } from '../text.ts';

type Toggles = { [K in keyof Settings]: Settings[K] extends boolean ? K : never }[keyof Settings];

export const toggles: readonly {
  readonly name: Toggles;
  readonly label: PlainKey;
  readonly hint: PlainKey;
}[] = [
  { name: 'oneClick', label: 'settings.oneClick.label', hint: 'settings.oneClick.hint' },
  { name: 'linkTextAsTitle', label: 'settings.linkTextAsTitle.label', hint: 'settings.linkTextAsTitle.hint' },
  { name: 'notifications', label: 'settings.notifications.label', hint: 'settings.notifications.hint' },
  { name: 'notifyTakedowns', label: 'settings.notifyTakedowns.label', hint: 'settings.notifyTakedowns.hint' },
];
