/** The settings page's sections of settings; a setting that is added to the table in `lib/settings` gets its line here. */
import { choices, type Settings } from '../../lib/settings/settings.ts';
import { type PlainKey, plural, t } from '../text.ts';

type ToggleName = { [K in keyof Settings]: Settings[K] extends boolean ? K : never }[keyof Settings];

interface ToggleLine {
  readonly name: ToggleName;
  readonly label: PlainKey;
  readonly hint?: PlainKey;
  /** Takes effect only while this one is on, and cannot be changed otherwise. */
  readonly needs?: ToggleName;
}

interface ChoiceLine<Name extends keyof typeof choices = keyof typeof choices> {
  readonly name: Name;
  readonly label: PlainKey;
  readonly hint?: PlainKey;
  /** The name of each value. */
  readonly values: readonly (readonly [value: Settings[Name], name: () => string])[];
}

export type SettingLine = ToggleLine | ChoiceLine;

export interface SettingSection {
  readonly title: PlainKey;
  readonly text?: PlainKey;
  readonly lines: readonly SettingLine[];
}

const choice = <Name extends keyof typeof choices>(
  line: Omit<ChoiceLine<Name>, 'values'>,
  nameOf: (value: Settings[Name]) => string,
) =>
  ({
    ...line,
    values: choices[line.name].map((value) => [value, () => nameOf(value as Settings[Name])]),
  }) as ChoiceLine;

const intervalName = (seconds: number): string =>
  seconds < 60
    ? plural('settings.everySeconds', seconds)
    : plural('settings.everyMinutes', Math.round(seconds / 60));

const themeNames: Readonly<Record<Settings['theme'], PlainKey>> = {
  system: 'settings.theme.system',
  light: 'settings.theme.light',
  dark: 'settings.theme.dark',
};

export const settingSections: readonly SettingSection[] = [
  {
    title: 'settings.sections.appearance',
    lines: [choice({ name: 'theme', label: 'settings.theme.label' }, (theme) => t(themeNames[theme]))],
  },
  {
    title: 'settings.sections.sending',
    lines: [
      { name: 'oneClick', label: 'settings.oneClick.label', hint: 'settings.oneClick.hint' },
      {
        name: 'linkTextAsTitle',
        label: 'settings.linkTextAsTitle.label',
        hint: 'settings.linkTextAsTitle.hint',
      },
    ],
  },
  {
    title: 'settings.sections.menu',
    text: 'settings.sections.menuText',
    lines: [
      { name: 'menuMedia', label: 'settings.menuMedia.label', hint: 'settings.menuMedia.hint' },
      { name: 'menuSelection', label: 'settings.menuSelection.label', hint: 'settings.menuSelection.hint' },
      { name: 'menuPage', label: 'settings.menuPage.label', hint: 'settings.menuPage.hint' },
      { name: 'menuPinned', label: 'settings.menuPinned.label', hint: 'settings.menuPinned.hint' },
      { name: 'menuRecent', label: 'settings.menuRecent.label', hint: 'settings.menuRecent.hint' },
      { name: 'menuCollect', label: 'settings.menuCollect.label', hint: 'settings.menuCollect.hint' },
    ],
  },
  {
    title: 'settings.sections.notifications',
    lines: [
      { name: 'notifications', label: 'settings.notifications.label', hint: 'settings.notifications.hint' },
      {
        name: 'notifyFinished',
        label: 'settings.notifyFinished.label',
        hint: 'settings.notifyFinished.hint',
        needs: 'notifications',
      },
      {
        name: 'notifyFailed',
        label: 'settings.notifyFailed.label',
        hint: 'settings.notifyFailed.hint',
        needs: 'notifications',
      },
      {
        name: 'notifyTakedowns',
        label: 'settings.notifyTakedowns.label',
        hint: 'settings.notifyTakedowns.hint',
      },
    ],
  },
  {
    title: 'settings.sections.progress',
    lines: [
      choice(
        { name: 'pollSeconds', label: 'settings.pollSeconds.label', hint: 'settings.pollSeconds.hint' },
        intervalName,
      ),
      choice(
        {
          name: 'backgroundPollSeconds',
          label: 'settings.backgroundPollSeconds.label',
          hint: 'settings.backgroundPollSeconds.hint',
        },
        (seconds) => (seconds === 0 ? t('settings.whileOpen') : intervalName(seconds)),
      ),
    ],
  },
];

/** What a line says, for the search of the page. */
export const lineTexts = ({ label, hint }: SettingLine): string => `${t(label)} ${hint ? t(hint) : ''}`;
