/** The views of the manager by fragment: `#uploads`, `#files/<folder>?q=…`, `#embed/<file code>`. The header links to four of them. */
import type { IconName } from '../icons/Icon.tsx';
import type { PlainKey } from '../text.ts';

interface ViewRecord {
  readonly name: PlainKey;
  readonly icon?: IconName;
  /** The view of the header that leads to this one; undefined for those of the header, null for the account's menu. */
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

/** The views that the header links to, with what it shows of them. */
export const headerViews = viewIds.flatMap((id) => {
  const { name, icon, within }: ViewRecord = views[id];
  return icon && within === undefined ? { id, name, icon } : [];
});

/** The view of the header that another one belongs to. */
export function getHeaderView(view: View): string | null {
  const { within }: ViewRecord = views[view];
  return within === undefined ? view : within;
}

/** The view that a fragment names, else the uploads. */
export function parseView(hash: string): View {
  const [name] = hash.slice(1).split(/[/?]/u);
  return viewIds.find((view) => view === name) ?? 'uploads';
}

/** What the view shows, such as a file's code; null where the fragment does not say, and for Files, whose route says more. */
export function parseSubject(hash: string): string | null {
  if (parseView(hash) === 'files') return null;
  const [, ...rest] = hash.split('/');
  const subject = rest.join('/');
  try {
    return decodeURIComponent(subject) || null;
  } catch {
    // A typed percent sign is literal.
    return subject;
  }
}
