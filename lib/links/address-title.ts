/** Titles from addresses. Separate from the readers of links, because the popup's rows need only these. Pure. */
import { decodePercent } from './decode-percent.ts';

/** Still encoded. Undefined if the path is empty. */
export const getLastSegment = (path: string): string | undefined =>
  path.split('/').findLast((part) => part !== '');

/** `readable-host.ts` replaces `read` once a page has loaded it. */
export const hosts = { read: (text: string): string => text };
export const readHosts = (text: string): string => hosts.read(text);

/** An address as people read it. Characters that are invisible or would change how the rest is read stay encoded. */
export function readableAddress(url: string): string {
  try {
    return decodeURI(readHosts(url)).replace(/[\s\p{C}\p{DI}]/gu, encodeURIComponent);
  } catch {
    return url;
  }
}

/** The last part of the path, or the host. */
export const titleFromAddress = (url: string): string => readSegment(url, (segment) => segment);

/** The last part of the path, decoded and without its extension, or the host. */
export const nameFromAddress = (url: string): string =>
  readSegment(url, (segment) => segment.slice(0, segment.length - getEnding(segment).length));

/** The extension with its dot. Empty if there is none. */
export const getEnding = (name: string): string =>
  /(?<=.)\.(?=\d*[a-z])[a-z\d]{1,5}$/iu.exec(name)?.[0] ?? '';

export function withEnding(title: string, name: string): string {
  const ending = getEnding(name);
  return title.toLowerCase().endsWith(ending.toLowerCase()) ? title : title + ending;
}

function readSegment(url: string, trim: (segment: string) => string): string {
  const address = URL.parse(url);
  const last = getLastSegment(address?.pathname ?? '');
  if (last === undefined) return readHosts(address?.host ?? url);
  return decodePercent(trim(last));
}
