/** What can be cloned, in what people paste: file codes, and addresses of files in all their forms. Pure. */

export interface FoundCode {
  readonly fileCode: string;
  /** The first line that names it, from 1. */
  readonly line: number;
}

export interface ReadCodes {
  /** In the order of the text, each code once. */
  readonly codes: readonly FoundCode[];
  /** Lines in which there is no code, as they stand. */
  readonly unread: readonly { readonly line: number; readonly text: string }[];
  /** How often a code was named that had been named before. */
  readonly repeated: number;
}

/** What services of this family make codes of. */
const codePattern = /^[a-z0-9_-]{6,40}$/i;
/** What stands before the code in an address: download, embed, file, video, and what they are short for. */
const pathWords = /^(d|e|f|v|w|dl|down|download|embed|file|files|play|video|watch)$/i;

/**
 * Reads a text line by line; empty lines, and those that begin with "#", are left out.
 *
 * @param hosts of the service's own addresses (`files.example:8080`): there, an address without a word in front of the
 *   code is one too
 */
export function readCodes(text: string, hosts: readonly string[] = []): ReadCodes {
  const codes = new Map<string, FoundCode>();
  const unread: { line: number; text: string }[] = [];
  let repeated = 0;
  for (const [at, raw] of text.split(/\r\n|[\n\r]/).entries()) {
    const line = at + 1;
    const words = raw.split(/[\s,;<>"'|]+/).filter((word) => word !== '');
    if (words.length === 0 || raw.trimStart().startsWith('#')) continue;
    const addresses = words.filter((word) => /^https?:\/\//i.test(word));
    // A title between addresses is no code, however much it looks like one.
    const found = (addresses.length > 0 ? addresses : words).map((word) => codeOf(word, hosts));
    const isList = found.every((code) => code !== null);
    if (!isList && (addresses.length === 0 || found.every((code) => code === null))) {
      unread.push({ line, text: raw.trim() });
      continue;
    }
    for (const fileCode of found) {
      if (fileCode === null) continue;
      if (codes.has(fileCode)) repeated += 1;
      else codes.set(fileCode, { fileCode, line });
    }
    if (!isList) unread.push({ line, text: raw.trim() });
  }
  return { codes: [...codes.values()], unread, repeated };
}

/** The code in one word: itself, or the one in an address; null where there is none. */
export function codeOf(word: string, hosts: readonly string[] = []): string | null {
  if (codePattern.test(word)) return word;
  // Copied without its scheme; but "holiday.mkv" is no host.
  const url = URL.parse(
    /^https?:\/\//i.test(word) ? word : /^[^/]+\.[^/]+\//.test(word) ? `https://${word}` : '',
  );
  if (url === null) return null;
  const parts = url.pathname.split('/').filter((part) => part !== '');
  const at = parts.findIndex((part) => pathWords.test(part));
  if (at >= 0) return bare(parts[at + 1]);
  const embedded = parts.map((part) => /^embed-([^.]+)/i.exec(part)?.[1]).find((code) => code !== undefined);
  if (embedded !== undefined) return bare(embedded);
  return hosts.includes(url.host) ? bare(parts[0]) : null;
}

/** Without what makes a page's name of it. */
function bare(part: string | undefined): string | null {
  const code = part?.replace(/\.html?$/i, '') ?? '';
  return codePattern.test(code) ? code : null;
}
