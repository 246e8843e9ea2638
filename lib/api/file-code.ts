export const codePattern = /^[a-z0-9_-]{6,40}$/i;

/** Path segments before a code: the service's own (docs/http-api.md), and related services'. `f` is a folder. */
const ownWords = /^(d|e|dl|down|download|embed|file|files|play|video|watch)$/i;
const otherWords = /^(v|w)$/i;

/**
 * Null if there is no code.
 * @param isOwn on the service's host, the first path segment may be the code, with or without a name after it
 */
export function findFileCode(url: URL, isOwn: boolean): string | null {
  const parts = url.pathname.split('/').filter((part) => part !== '');
  const at = parts.findIndex((part) => ownWords.test(part) || (!isOwn && otherWords.test(part)));
  if (at >= 0) return withoutExtension(parts[at + 1]);
  const embedded = parts
    .map((part) => /^embed-([^.]+?)(?:-\d+x\d+)?(?:\.|$)/i.exec(part)?.[1])
    .find((code) => code !== undefined);
  if (embedded !== undefined) return withoutExtension(embedded);
  // A code and a file name, unlike `/folder/…`.
  const isFile = parts.length === 1 || (parts.length === 2 && /\.\w+$/.test(parts[1] ?? ''));
  return isOwn && isFile ? withoutExtension(parts[0]) : null;
}

/** Null if it doesn't look like a code. */
function withoutExtension(part = ''): string | null {
  // Some sites percent-encode codes.
  const decoded = part.replace(/%([2-7][\da-f])/gi, (_, hex) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  );
  const code = decoded.replace(/\.html?$/i, '');
  return codePattern.test(code) ? code : null;
}
