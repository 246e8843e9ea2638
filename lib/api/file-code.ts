/** Codes of files in the addresses of their pages. Pure. */

/** The form of file codes in this family of services. */
export const codePattern = /^[a-z0-9_-]{6,40}$/i;

/** Path segments that precede a code: of the service's own pages (docs/http-api.md), and of others of its family. `f` is a folder. */
const ownWords = /^(d|e|dl|down|download|embed|file|files|play|video|watch)$/i;
const otherWords = /^(v|w)$/i;

/**
 * The code in the address of a file's page; null where there is none.
 * @param isOwn whether the host is the service's: there the first path segment may be the code, also before a name
 */
export function findFileCode(url: URL, isOwn: boolean): string | null {
  const parts = url.pathname.split('/').filter((part) => part !== '');
  const at = parts.findIndex((part) => ownWords.test(part) || (!isOwn && otherWords.test(part)));
  if (at >= 0) return withoutExtension(parts[at + 1]);
  const embedded = parts
    .map((part) => /^embed-([^.]+?)(?:-\d+x\d+)?(?:\.|$)/i.exec(part)?.[1])
    .find((code) => code !== undefined);
  if (embedded !== undefined) return withoutExtension(embedded);
  // Two segments are a code and the file's name, or no file: `/folder/…`.
  const isFile = parts.length === 1 || (parts.length === 2 && /\.\w+$/.test(parts[1] ?? ''));
  return isOwn && isFile ? withoutExtension(parts[0]) : null;
}

/** The code without ".html"; null where it has not the form of a code. */
function withoutExtension(part = ''): string | null {
  // Some percent-encode codes, though nothing in them needs it.
  const decoded = part.replace(/%([2-7][\da-f])/gi, (_, hex) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  );
  const code = decoded.replace(/\.html?$/i, '');
  return codePattern.test(code) ? code : null;
}
