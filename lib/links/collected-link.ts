import { hasShape } from '../storage/shape.ts';
import { parseLink, titleFromText } from './link.ts';
import { getLinkKind, type LinkKind, linkKinds } from './link-kind.ts';

/**
 * Most specific first. `player`: video or audio. `metadata`: media described by the page. `feed`: a feed, or in one. `loaded`: fetched by
 * the page, or in a script. `control`: in a field, or copied or opened by a button. `text`: written out without a link.
 */
export const linkSources = [
  'tab',
  'player',
  'metadata',
  'feed',
  'loaded',
  'link',
  'control',
  'text',
] as const;
export type LinkSource = (typeof linkSources)[number];

export interface CollectedLink {
  readonly url: string;
  /** Null if the link's text adds nothing to the address. */
  readonly title: string | null;
  readonly kind: LinkKind;
  readonly host: string;
  readonly source: LinkSource;
}

/** What the script in the page returns. Hostile, like everything from a page. */
export interface FoundLink {
  readonly url: string;
  readonly text: string;
  readonly source: LinkSource;
  /** The media type from the page. Empty if unknown. */
  readonly type: string;
  /** From `download`. */
  readonly fileName?: string | undefined;
}

export interface PageLinks {
  readonly links: readonly FoundLink[];
  readonly leftOut: number;
  /** Frames of other sites, which scripts can't read. */
  readonly frames?: readonly string[];
}

const maxFrames = 20;
/** Counted from the end, to keep the extension. */
const maxFileNameLength = 255;

/** As many as a list of checkboxes can hold. `storage.session` has its own limit, in bytes. */
export const maxLinks = 5_000;

/** Lists each fetchable address once, with its most specific source and the first useful text. Plain links come last. */
export function collectLinks({ links: found, leftOut }: PageLinks) {
  const links = new Map<string, CollectedLink>();
  const rank = ({ source }: FoundLink) => linkSources.indexOf(source);
  for (const { url: address, text, source, type, fileName } of found.toSorted((a, b) => rank(a) - rank(b))) {
    const url = parseLink(address);
    if (url === null) continue;
    const known = links.get(url);
    const title = known?.title ?? titleFromText(text, url) ?? null;
    const kind = known === undefined || known.kind === 'page' ? getLinkKind(url, type, fileName) : known.kind;
    links.set(url, { url, title, kind, host: new URL(url).host, source: known?.source ?? source });
  }
  const all = [...links.values()];
  return { links: all.slice(0, maxLinks), hiddenCount: leftOut + Math.max(0, all.length - maxLinks) };
}

/** For all frames of a page together, before duplicates are removed. */
const maxFound = 4 * maxLinks;

const shape = { url: String, title: [String, null], kind: linkKinds, host: String, source: linkSources };

export const isCollectedLink = (value: unknown): value is CollectedLink => hasShape(value, shape);

export function readFoundLinks(answer: unknown): PageLinks {
  const { links = null, leftOut = 0, frames } = (answer ?? {}) as Record<string, unknown>;
  if (!Array.isArray(links)) return { links: [], leftOut: 0 };
  const read = links.slice(0, maxFound).flatMap((each): readonly FoundLink[] => {
    if (typeof each !== 'object' || each === null) return [];
    const { url, text, source, type, fileName } = each as Record<string, unknown>;
    if (typeof url !== 'string' || typeof text !== 'string') return [];
    const known = linkSources.find((name) => name === source && name !== 'tab') ?? 'link';
    return [
      {
        url,
        text,
        source: known,
        type: typeof type === 'string' ? type : '',
        ...(typeof fileName === 'string' && { fileName: fileName.slice(-maxFileNameLength) }),
      },
    ];
  });
  const hosts = (Array.isArray(frames) ? frames : [])
    .filter((host) => typeof host === 'string')
    .slice(0, maxFrames)
    .map((host) => host.slice(0, 253).toWellFormed());
  return {
    links: read,
    ...(hosts.length > 0 && { frames: hosts }),
    leftOut:
      Math.max(0, links.length - maxFound) +
      (Number.isSafeInteger(leftOut) ? Math.max(0, Number(leftOut)) : 0),
  };
}
