/** Media in JSON-LD (`<script type="application/ld+json">`), and the terms of schema.org for them. Pure. */
import type { FoundLink } from './collected-link.ts';
import { readLenientJson } from './lenient-json.ts';

/** Addresses may be relative. */
export type NamedMedia = Pick<FoundLink, 'url' | 'text' | 'type'>;

/** Pages describe whole catalogues in one script. */
const maxLength = 500_000;
const maxValues = 20_000;
const maxDepth = 12;

/** Every `contentUrl` and `downloadUrl`, in order. In a long script, only those at its beginning. */
export function findJsonLdMedia(script: string): readonly NamedMedia[] {
  return listObjects(readLenientJson(script.slice(0, maxLength))).flatMap(readMedia);
}

/** In order, within the limits. */
export function listObjects(root: unknown): readonly Record<string, unknown>[] {
  const objects: Record<string, unknown>[] = [];
  let seen = 0;
  const visit = (value: unknown, depth: number): void => {
    seen += 1;
    if (typeof value !== 'object' || value === null || depth > maxDepth || seen > maxValues) return;
    if (!Array.isArray(value)) objects.push(value as Record<string, unknown>);
    for (const each of Object.values(value)) visit(each, depth + 1);
  };
  visit(root, -1);
  return objects;
}

/** Takes off the prefix: `schema:contentUrl`, `https://schema.org/contentURL`. */
const toWord = (name: string): string =>
  name.slice(Math.max(...[...':/#@'].map((separator) => name.lastIndexOf(separator))) + 1);

/** `url` and `embedUrl` are pages. */
export const isContentUrl = (name: string): boolean => /^(?:content|download)url$/i.test(toWord(name));

/**
 * The media type that the object names, or else the one that its type implies.
 * @param types for example `VideoObject`
 */
export function toMediaType(formats: readonly string[], types: readonly string[]): string {
  const format = formats.find((each) => each.includes('/'));
  if (format !== undefined) return format;
  const media = types.map((each) => /^(?:Music)?(Video|Audio|Image)Object/i.exec(toWord(each))?.[1]);
  const medium = media.find((each) => each !== undefined);
  return medium === undefined ? '' : `${medium.toLowerCase()}/*`;
}

function readMedia(object: Record<string, unknown>): readonly NamedMedia[] {
  const entries = Object.entries(object);
  const urls = entries.flatMap(([name, value]) => (isContentUrl(name) ? listTexts(value) : []));
  if (urls.length === 0) return [];
  const get = (word: string) =>
    entries.flatMap(([name, value]) => (toWord(name).toLowerCase() === word ? listTexts(value) : []));
  const type = toMediaType([...get('encodingformat'), ...get('fileformat')], get('type'));
  const [text = ''] = [...get('name'), ...get('headline'), ...get('caption')];
  return urls.map((url) => ({ url, text, type }));
}

/** One text, several, or a JSON-LD wrapper: `{"@value": …}`, `{"@id": …}`, `{"@list": […]}`. */
function listTexts(value: unknown, depth = 0): readonly string[] {
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null || depth > 3) return [];
  if (Array.isArray(value)) return value.flatMap((each) => listTexts(each, depth + 1));
  const own = value as Record<string, unknown>;
  const inner = own['@value'] ?? own['@id'] ?? own['@list'] ?? own['@set'];
  return listTexts(inner, depth + 1);
}
