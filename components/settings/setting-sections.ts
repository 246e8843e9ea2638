import {
  type Setting,
  type Settings,
  type ShownName,
  type settingSections,
  settingTable,
} from '../../lib/settings/settings.ts';
import { type PlainKey, plural, t } from '../text.ts';

export interface SettingLine {
  readonly name: ShownName;
  readonly label: string;
  readonly hint: string | undefined;
  /** Undefined for a toggle. */
  readonly values: readonly (readonly [value: string | number, name: string])[] | undefined;
  /** Must be on for this setting to have an effect. */
  readonly needs: keyof Settings | undefined;
  readonly isNotification: boolean;
}

/** Makes the compiler check that each value has a text. */
type WordKey = {
  [Name in ShownName]: Settings[Name] extends string ? `settings.${Name}.${Settings[Name]}` : never;
}[ShownName];
const wordKey = (name: ShownName, word: string) => `settings.${name}.${word}` as WordKey satisfies PlainKey;

/** Only what the label doesn't say. */
const hints: Readonly<Partial<Record<ShownName, PlainKey>>> = {
  linkTextAsTitle: 'settings.linkTextAsTitle.hint',
  oneClick: 'settings.oneClick.hint',
  pageToast: 'settings.pageToast.hint',
  notifications: 'settings.notifications.hint',
  notifyFailed: 'settings.notifyFailed.hint',
  notifyTakedowns: 'settings.notifyTakedowns.hint',
  backgroundPollSeconds: 'settings.backgroundPollSeconds.hint',
  debugLog: 'settings.debugLog.hint',
};

function intervalName(seconds: number): string {
  if (seconds === 0) return t('settings.whileOpen');
  return seconds < 60
    ? plural('settings.everySeconds', seconds)
    : plural('settings.everyMinutes', Math.round(seconds / 60));
}

function createLine(name: ShownName): SettingLine {
  const { values, needs, section }: Setting = settingTable[name];
  const hintKey = hints[name];
  return {
    name,
    label: t(`settings.${name}.label`),
    hint: hintKey && t(hintKey),
    values: (values as readonly (string | number)[] | undefined)?.map((value) => [
      value,
      typeof value === 'number' ? intervalName(value) : t(wordKey(name, value)),
    ]),
    needs: needs as keyof Settings | undefined,
    isNotification: section === 'notifications' && values === undefined,
  };
}

/** A setting that no page lists is called by its name in the file. */
export function settingValueText(name: keyof Settings, value: unknown): { label: string; text: string } {
  const isShown = (settingTable[name] as Setting).section !== undefined;
  const line = isShown ? createLine(name as ShownName) : undefined;
  const choice = line?.values?.find(([each]) => each === value)?.[1];
  const toggle = typeof value === 'boolean' ? t(value ? 'backup.on' : 'backup.off') : undefined;
  return { label: line?.label ?? name, text: choice ?? toggle ?? String(value) };
}

export type SettingSectionId = (typeof settingSections)[number];

export const listLines = (section: SettingSectionId): readonly SettingLine[] =>
  Object.entries<Setting>(settingTable)
    .filter(([, setting]) => setting.section === section)
    .map(([name]) => createLine(name as ShownName));
