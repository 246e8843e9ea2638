/** The views by fragment: `#uploads`, `#files/<folder>?q=…`, `#embed/<file code>`. */
import { decodePercent } from '../../lib/links/decode-percent.ts';
import type { IconName } from '../icons/Icon.tsx';
import type { PlainKey } from '../text.ts';

interface ViewRecord {
  readonly name: PlainKey;
  readonly icon?: IconName;
  /** The header's view that leads here. Undefined for views of the header, null for the account menu. */
  readonly within?: 'files' | null;
}

export const views = {
  uploads: { name: 'popup.uploads', icon: 'arriving' },
  files: { name: 'popup.files', icon: 'folder' },
  activity: { name: 'popup.activity', icon: 'history' },
  reports: { name: 'reports.title', icon: 'chart' },
  embed: { name: 'embed.title', within: 'files' },
  takedowns: { name: 'takedowns.list', within: 'files' },
  account: { name: 'account.title', within: null },
} as const satisfies Record<string, ViewRecord>;

type View = keyof typeof views;
const viewIds = Object.keys(views) as readonly View[];

export const headerViews = viewIds.flatMap((id) => {
  const { name, icon, within }: ViewRecord = views[id];
  return icon && within === undefined ? { id, name, icon } : [];
});

export function getHeaderView(view: View): string | null {
  const { within }: ViewRecord = views[view];
  return within === undefined ? view : within;
}

/** By default the uploads. */
export function parseView(hash: string): View {
  const [name] = hash.slice(1).split(/[/?]/u);
  return viewIds.find((view) => view === name) ?? 'uploads';
}

/** For example a file's code. Null if the fragment has none, and for Files, which has its own route. */
export function parseSubject(hash: string): string | null {
  if (parseView(hash) === 'files') return null;
  const [, ...rest] = hash.split('/');
  return decodePercent(rest.join('/')) || null;
}

/** The same view without its folder and file, which another account doesn't have. Search, filters and sorting stay. */
export function toOtherAccount(hash: string): string {
  const view = parseView(hash);
  if (view !== 'files' && view !== 'embed') return hash;
  const query = hash.indexOf('?');
  return `#${view}${query === -1 ? '' : hash.slice(query)}`;
}
