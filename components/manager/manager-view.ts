/** The views of the manager by fragment: `#uploads`, `#files/<folder>?q=…`, `#embed/<file code>`. */
import type { IconName } from '../icons/Icon.tsx';
import type { PlainKey } from '../text.ts';

export const views = {
  uploads: { name: 'popup.uploads', icon: 'arriving' },
  files: { name: 'popup.files', icon: 'folder' },
  activity: { name: 'popup.activity', icon: 'history' },
  reports: { name: 'reports.title', icon: 'chart' },
  embed: { name: 'embed.title', icon: 'code' },
  account: { name: 'account.title', icon: 'account' },
} as const satisfies Record<string, { readonly name: PlainKey; readonly icon: IconName }>;

type View = keyof typeof views;
export const viewIds = Object.keys(views) as readonly View[];

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
