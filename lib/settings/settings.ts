/**
 * The user's settings: one table, one line for each.
 *
 * A setting is added by a line in `defaults` and its text in the locale files; type, storage and the options page
 * follow from the table. What is remembered of how somebody works stands here too, without a line on the options page.
 * What is read from storage is checked against the default's type, and against `choices` where only some values are
 * allowed, so a damaged or outdated entry falls back to its default instead of breaking a page.
 */
export const defaults = {
  /** A click on "Upload this link" sends at once into the default folder; the submenu moves out of the way. */
  oneClick: false,
  /** Offer the link's text as the file's title. */
  linkTextAsTitle: true,

  /** Where the context menu offers an upload beside links: pictures, videos and sounds; the page itself; selected text. */
  menuMedia: true,
  menuPage: true,
  menuSelection: true,
  /** Optional entries of the submenu. */
  menuCollect: true,
  menuPinned: true,
  menuRecent: true,

  /** Notifications of uploads; they need the optional permission. The next two count while this is on. */
  notifications: false,
  notifyFinished: true,
  /** Failed, refused and unconfirmed uploads, and accounts that need the user. */
  notifyFailed: true,
  /** Look once a day for new takedowns, and tell of them by a notification; needs the optional permission. */
  notifyTakedowns: false,
  /** How many of the user's own files are sent at once, 1 to 6. */
  filesAtOnce: 3,

  /** Seconds between two polls of the transfers, at least: with a page of Linkhaul open, and with none (0: not then). */
  pollSeconds: 2,
  backgroundPollSeconds: 30,

  theme: 'system' as 'system' | 'light' | 'dark',

  /** How files are shown: `list` or `grid`. */
  filesView: 'list',
  /** In which format links are copied, the template of the user's own one, and whether the player's are wanted. */
  copyFormat: 'addresses',
  copyTemplate: '{title} {url}',
  copyPlayer: false,
};

export type Settings = typeof defaults;

/** Every value of the settings that take only some. */
export const choices = {
  pollSeconds: [2, 3, 5],
  backgroundPollSeconds: [30, 60, 120, 300, 900, 0],
  theme: ['system', 'light', 'dark'],
} as const satisfies { readonly [Name in keyof Settings]?: readonly Settings[Name][] };

const allowed: Readonly<Partial<Record<string, readonly unknown[]>>> = choices;

/** Makes valid settings of anything: unknown keys are dropped, wrong types and values fall back to the default. */
export function readSettings(stored: unknown): Settings {
  const source = typeof stored === 'object' && stored !== null ? (stored as Record<string, unknown>) : {};
  const valid = Object.entries(defaults).map(([name, fallback]) => {
    const value = Object.hasOwn(source, name) ? source[name] : undefined;
    const isValid = allowed[name]?.includes(value) ?? typeof value === typeof fallback;
    return [name, isValid ? value : fallback];
  });
  return Object.fromEntries(valid) as Settings;
}
