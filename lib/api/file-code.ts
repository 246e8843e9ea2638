/** Finds file codes in the addresses of file pages. Pure. */

export const codePattern = /^[a-z0-9_-]{6,40}$/i;

/** Path segments before a code: those of the service's own pages (docs/http-api.md), and those of related services. `f` is a folder. */
const ownWords = /^(d|e|dl|down|download|embed|file|files|play|video|watch)$/i;
const otherWords = /^(v|w)$/i;

/**
 * The code in the address of a file's page; null if there is none.
 * @param isOwn the address is on the service's host, where the first path segment may be the code, with or without a name after it
 */
export function findFileCode(url: URL, isOwn: boolean): string | null {
  const parts = url.pathname.split('/').filter((part) => part !== '');
  const at = parts.findIndex((part) => ownWords.test(part) || (!isOwn && otherWords.test(part)));
  if (at >= 0) return withoutExtension(parts[at + 1]);
  const embedded = parts
    .map((part) => /^embed-([^.]+?)(?:-\d+x\d+)?(?:\.|$)/i.exec(part)?.[1])
    .find((code) => code !== undefined);
  if (embedded !== undefined) return withoutExtension(embedded);
  // Two segments are a code and a file name. Otherwise it isn't a file: `/folder/…`.
  const isFile = parts.length === 1 || (parts.length === 2 && /\.\w+$/.test(parts[1] ?? ''));
  return isOwn && isFile ? withoutExtension(parts[0]) : null;
}

/** The code without ".html"; null if it isn't formatted like a code. */
function withoutExtension(part = ''): string | null {
  // Some sites percent-encode codes needlessly.
  const decoded = part.replace(/%([2-7][\da-f])/gi, (_, hex) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  );
  const code = decoded.replace(/\.html?$/i, '');
  return codePattern.test(code) ? code : null;
}
