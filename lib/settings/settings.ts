/**
 * The user's settings, one line for each in `settingTable`. Type, storage, export and the options page follow from the table. A stored
 * entry that it doesn't allow is read as its default. The locales have each label as `settings.<name>.label` (and `.<value>` for each value
 * of a choice of words), which the compiler checks.
 *
 * `lib/settings`: the settings, their export (`backup.ts`) and the debug log (`debug-log-store.ts`).
 */
import { createStoredValue, type StorageArea } from '../storage/stored.ts';

/** In the order of the options page. */
export const settingSections = ['folders', 'menu', 'notifications', 'appearance', 'data'] as const;
type Section = (typeof settingSections)[number];

/** Without a section, the options page doesn't show it. */
export interface Setting<Value = unknown> {
  readonly section?: Section;
  readonly default: Value;
  /** If they are limited. */
  readonly values?: readonly Value[];
  /** The toggle that must be on for this setting to have an effect. */
  readonly needs?: string | undefined;
}

interface ShownSetting<Value> extends Setting<Value> {
  readonly section: Section;
}

const toggle = (section: Section, value: boolean, needs?: string): ShownSetting<boolean> => ({
  section,
  default: value,
  needs,
});

/** One of a few words, or of a few intervals in seconds. 0: only while Linkhaul is open. */
const choice = <Value extends string | number>(
  section: Section,
  value: NoInfer<Value>,
  values: readonly Value[],
): ShownSetting<Value> => ({ section, default: value, values });

/** A choice of the user that no page lists as a setting. */
const remembered = <Value>(value: Value, values?: readonly Value[]): Setting<Value> => ({
  default: value,
  ...(values && { values }),
});

/** In the order of the options page. */
export const settingTable = {
  linkTextAsTitle: toggle('folders', true),

  /** What the context menu offers to upload besides links. */
  menuMedia: toggle('menu', true),
  menuSelection: toggle('menu', true),
  menuPage: toggle('menu', true),
  /** Optional entries of the submenu. */
  menuPinned: toggle('menu', true),
  menuRecent: toggle('menu', true),
  menuCollect: toggle('menu', true),
  /** "Upload this link" uploads to the default folder at once. The submenu becomes a separate entry. */
  oneClick: toggle('menu', false),
  /** After a click, the page shows for some seconds where its link goes. */
  pageToast: toggle('menu', true),

  /** Needs the optional permission. */
  notifications: toggle('notifications', false),
  notifyFinished: toggle('notifications', true, 'notifications'),
  /** Includes refused and unconfirmed uploads, and accounts that need the user. */
  notifyFailed: toggle('notifications', true, 'notifications'),
  notifyTakedowns: toggle('notifications', false),
  /** Minimum seconds between two polls of the transfers: with a page of Linkhaul open, and without (0: no polls). */
  pollSeconds: choice<number>('notifications', 2, [2, 3, 5]),
  backgroundPollSeconds: choice<number>('notifications', 30, [30, 60, 120, 300, 900, 0]),

  theme: choice('appearance', 'system', ['system', 'light', 'dark']),

  /** Keeps requests, messages and errors in memory, for a problem report. */
  debugLog: toggle('data', false),

  /** How many local files are sent at once. */
  filesAtOnce: remembered(3, [1, 2, 3, 4, 5, 6]),
  filesView: remembered('list', ['list', 'grid']),
  /** The format for copied links, the custom template, and whether to add players' links. */
  copyFormat: remembered('addresses'),
  copyTemplate: remembered('{title} {url}'),
  copyPlayer: remembered(false),
};

type Table = typeof settingTable;
export type Settings = { [Name in keyof Table]: Table[Name]['default'] };
export type ShownName = {
  [Name in keyof Table]: Table[Name] extends ShownSetting<unknown> ? Name : never;
}[keyof Table];

const settings: readonly (readonly [name: string, setting: Setting])[] = Object.entries(settingTable);

export const defaults = Object.fromEntries(
  settings.map(([name, setting]) => [name, setting.default]),
) as Settings;

/** Drops unknown keys. Wrong types and values become the default. */
export function readSettings(stored: unknown): Settings {
  const source = typeof stored === 'object' && stored !== null ? (stored as Record<string, unknown>) : {};
  const valid = settings.map(([name, setting]) => {
    const value = Object.hasOwn(source, name) ? source[name] : undefined;
    const isValid = setting.values?.includes(value) ?? typeof value === typeof setting.default;
    return [name, isValid ? value : setting.default];
  });
  return Object.fromEntries(valid) as Settings;
}

export const createSettingsStore = (local: StorageArea) => createStoredValue(local, 'settings', readSettings);
