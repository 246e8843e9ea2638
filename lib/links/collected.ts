/** The links of a page, made presentable: from whatever a page's document held to a list that a user can choose from. */
import { parseLink, titleFromText } from './link.ts';

/** By the ending of the path; everything else is a page. */
export type LinkKind = 'video' | 'audio' | 'image' | 'archive' | 'document' | 'page';

export interface CollectedLink {
  readonly url: string;
  /** The link's text; null where it says nothing that the address does not say. */
  readonly title: string | null;
  readonly kind: LinkKind;
  readonly host: string;
}

/** What the script in the page hands over: hostile, like everything from a page. */
export interface FoundLink {
  readonly url: string;
  readonly text: string;
}

/** As many as a list of checkboxes can hold. What `storage.session` can hold is measured in bytes when they are stored. */
export const mostLinks = 5_000;

const endings: Readonly<Record<Exclude<LinkKind, 'page'>, RegExp>> = {
  video: /\.(?:mp4|m4v|webm|mkv|mov|avi|wmv|flv|mpe?g|ts|3gp|ogv)$/iu,
  audio: /\.(?:mp3|m4a|flac|ogg|oga|opus|wav|aac|wma)$/iu,
  image: /\.(?:jpe?g|png|gif|webp|avif|svg|bmp|tiff?|heic)$/iu,
  archive: /\.(?:zip|rar|7z|tar|gz|tgz|bz2|xz|zst|iso|dmg|img)$/iu,
  document: /\.(?:pdf|epub|mobi|docx?|xlsx?|pptx?|odt|ods|odp|txt|csv|srt|vtt)$/iu,
};

export function kindOf(url: string): LinkKind {
  const { pathname } = new URL(url);
  const kinds = Object.entries(endings) as [Exclude<LinkKind, 'page'>, RegExp][];
  return kinds.find(([, ending]) => ending.test(pathname))?.[0] ?? 'page';
}

/** Each address once, in order, with the first text that says something; what no service could fetch is left out. */
export function collectLinks(found: readonly FoundLink[]): { links: readonly CollectedLink[]; left: number } {
  const links = new Map<string, CollectedLink>();
  for (const { url: address, text } of found) {
    const url = parseLink(address);
    if (url === null) continue;
    const title = links.get(url)?.title ?? titleFromText(text, url) ?? null;
    links.set(url, { url, title, kind: kindOf(url), host: new URL(url).host });
  }
  const all = [...links.values()];
  return { links: all.slice(0, mostLinks), left: Math.max(0, all.length - mostLinks) };
}

/** Whether a value from storage is a link as `collectLinks` makes it. */
export function isCollectedLink(value: unknown): value is CollectedLink {
  if (typeof value !== 'object' || value === null) return false;
  const { url, title, kind, host } = value as Record<string, unknown>;
  const isKind = typeof kind === 'string' && (kind === 'page' || Object.hasOwn(endings, kind));
  return (
    isKind &&
    typeof url === 'string' &&
    typeof host === 'string' &&
    (title === null || typeof title === 'string')
  );
}

/** Makes a valid list of whatever a script in a page answered. */
export function readFound(answer: unknown): readonly FoundLink[] {
  if (!Array.isArray(answer)) return [];
  return answer.filter(
    (each): each is FoundLink =>
      typeof each === 'object' &&
      each !== null &&
      typeof each.url === 'string' &&
      typeof each.text === 'string',
  );
}
