/** The views of the manager, as its address names them: `#uploads`, `#files/<folder>?q=…`, `#embed/<file code>`. */
const views = ['uploads', 'files', 'activity', 'reports', 'embed', 'account'] as const;

export type View = (typeof views)[number];

/** The view that the part of the address behind `#` names; the uploads where it names none. */
export function parseView(hash: string): View {
  const [name] = hash.slice(1).split(/[/?]/u);
  return views.find((view) => view === name) ?? 'uploads';
}

/** What the view is to show, such as a file's code; null where the address does not say. */
export function parseSubject(hash: string): string | null {
  const [, ...rest] = hash.split('/');
  const subject = rest.join('/');
  try {
    return decodeURIComponent(subject) || null;
  } catch {
    // A typed percent sign is literal.
    return subject;
  }
}
