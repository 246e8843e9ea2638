/** Titles from addresses. Pure. Separate from the readers of links, because the popup's rows need only these. */
import { decodePercent } from './decode-percent.ts';

/** The result is still encoded. Undefined if the path is empty. */
export const getLastSegment = (path: string): string | undefined =>
  path.split('/').findLast((part) => part !== '');

/** Shows hosts the way people write them. `readable-host.ts` replaces `read` once a page has loaded it. */
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

/** A title for an untitled link: the last part of its path, otherwise its host. */
export const titleFromAddress = (url: string): string => readSegment(url, (segment) => segment);

/** The last part of the path, decoded and without its extension. Otherwise the host. */
export const nameFromAddress = (url: string): string =>
  readSegment(url, (segment) => segment.slice(0, segment.length - endingOf(segment).length));

/** The extension of a file name, with its dot. Empty if it has none. */
export const endingOf = (name: string): string => /(?<=.)\.(?=\d*[a-z])[a-z\d]{1,5}$/iu.exec(name)?.[0] ?? '';

export function withEnding(title: string, name: string): string {
  const ending = endingOf(name);
  return title.toLowerCase().endsWith(ending.toLowerCase()) ? title : title + ending;
}

function readSegment(url: string, trim: (segment: string) => string): string {
  const address = URL.parse(url);
  const last = getLastSegment(address?.pathname ?? '');
  if (last === undefined) return readHosts(address?.host ?? url);
  return decodePercent(trim(last));
}
