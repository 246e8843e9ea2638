/** Media that a page names in JSON-LD (`<script type="application/ld+json">`). Pure. */
import type { FoundLink } from './collected-link.ts';

/** An object with a `contentUrl`, as it stands there: addresses may be relative. */
type NamedMedia = Pick<FoundLink, 'url' | 'text' | 'type'>;

/** Characters of one script; pages describe whole catalogues in them. */
const maxLength = 500_000;
/** Values that are looked at in one script, and how deep they may lie. */
const maxValues = 20_000;
const maxDepth = 12;

/** Every `contentUrl` in a script, in its order; none where it is too long or broken. */
export function findJsonLdMedia(script: string): readonly NamedMedia[] {
  if (script.length > maxLength) return [];
  let root: unknown;
  try {
    root = JSON.parse(script);
  } catch {
    return [];
  }
  const media: NamedMedia[] = [];
  let seen = 0;
  const visit = (value: unknown, depth: number): void => {
    seen += 1;
    if (typeof value !== 'object' || value === null || depth > maxDepth || seen > maxValues) return;
    if (!Array.isArray(value)) media.push(...readMedia(value as Record<string, unknown>));
    for (const each of Object.values(value)) visit(each, depth + 1);
  };
  visit(root, 0);
  return media;
}

function readMedia(object: Record<string, unknown>): readonly NamedMedia[] {
  const { contentUrl, name, encodingFormat, '@type': named } = object;
  const urls = [contentUrl].flat().filter((url) => typeof url === 'string');
  const medium = /^(Video|Audio|Image)Object$/.exec(toText(named))?.[1];
  const type = toText(encodingFormat) || (medium ? `${medium.toLowerCase()}/*` : '');
  return urls.map((url) => ({ url, text: toText(name), type }));
}

const toText = (value: unknown): string => (typeof value === 'string' ? value : '');
