/**
 * The user's settings: one line for each in `settingTable`. Type, storage, export and the options page follow from the table; a
 * stored entry that it does not allow is read as its default. A label stands in the locale files, as
 * `settings.<name>.label` (and `.<value>` for each value of a choice of words): the compiler asks for them.
 *
 * `lib/settings`: the settings, their export (`backup.ts`) and the debug log (`debug-log-store.ts`). A base module: anything
 * above may import it.
 */
import { createStoredValue, type StorageArea } from '../storage/stored.ts';

/** The sections of the options page that list settings, in its order. */
export const settingSections = ['folders', 'menu', 'notifications', 'appearance', 'data'] as const;
type Section = (typeof settingSections)[number];

/** One line of the options page. Without a section, it isn't shown there. */
export interface Setting<Value = unknown> {
  readonly section?: Section;
  readonly default: Value;
  /** All allowed values, if they are limited. */
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

/** One of a few words, or of a few intervals in seconds. 0 means "only while Linkhaul is open". */
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

  /** What the context menu offers to upload besides links: pictures, videos and sounds, selected text, the page itself. */
  menuMedia: toggle('menu', true),
  menuSelection: toggle('menu', true),
  menuPage: toggle('menu', true),
  /** Optional entries of the submenu. */
  menuPinned: toggle('menu', true),
  menuRecent: toggle('menu', true),
  menuCollect: toggle('menu', true),
  /** A click on "Upload this link" uploads to the default folder at once. The submenu becomes a separate entry. */
  oneClick: toggle('menu', false),
  /** After a click, the page shows for some seconds where its link goes. */
  pageToast: toggle('menu', true),

  /** Notifications about uploads. They need the optional permission. */
  notifications: toggle('notifications', false),
  notifyFinished: toggle('notifications', true, 'notifications'),
  /** Failed, refused and unconfirmed uploads, and accounts that need the user. */
  notifyFailed: toggle('notifications', true, 'notifications'),
  notifyTakedowns: toggle('notifications', false),
  /** Minimum number of seconds between two polls of the transfers: with a page of Linkhaul open, and without (0: no polls). */
  pollSeconds: choice<number>('notifications', 2, [2, 3, 5]),
  backgroundPollSeconds: choice<number>('notifications', 30, [30, 60, 120, 300, 900, 0]),

  theme: choice('appearance', 'system', ['system', 'light', 'dark']),

  /** Keeps a log of requests, messages and errors in memory, for a problem report. */
  debugLog: toggle('data', false),

  /** How many local files are sent at once, 1 to 6. */
  filesAtOnce: remembered(3, [1, 2, 3, 4, 5, 6]),
  /** How files are shown: `list` or `grid`. */
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

/** Reads any value as valid settings. Unknown keys are dropped. Wrong types and values become the default. */
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
