/**
 * The user's settings: one table, one line for each.
 *
 * A setting is added by a line in `defaults` and its text in the locale files; type, storage and the options page
 * follow from the table. What is remembered of how somebody works stands here too, without a line on the options page. What is read from storage is checked against the default's type, so a damaged or outdated
 * entry falls back to its default instead of breaking a page.
 */
export const defaults = {
  /** A click on "Upload this link" sends at once into the default folder; the submenu moves out of the way. */
  oneClick: false,
  /** Offer the link's text as the file's title. */
  linkTextAsTitle: true,
  /** Tell by a notification when a transfer ends; needs the optional permission. */
  notifications: false,
  /** Look once a day for new takedowns, and tell of them by a notification; needs the optional permission. */
  notifyTakedowns: false,
  /** How many of the user's own files are sent at once, 1 to 6. */
  filesAtOnce: 3,
  /** How files are shown: `list` or `grid`. */
  filesView: 'list',
  /** In which format links are copied, the template of the user's own one, and whether the player's are wanted. */
  copyFormat: 'addresses',
  copyTemplate: '{title} {url}',
  copyPlayer: false,
};

export type Settings = typeof defaults;

/** Makes valid settings of anything: unknown keys are dropped, wrong types fall back to the default. */
export function readSettings(stored: unknown): Settings {
  const source = typeof stored === 'object' && stored !== null ? (stored as Record<string, unknown>) : {};
  const valid = Object.entries(defaults).map(([name, fallback]) => {
    const value = Object.hasOwn(source, name) ? source[name] : undefined;
    return [name, typeof value === typeof fallback ? value : fallback];
  });
  return Object.fromEntries(valid) as Settings;
}
