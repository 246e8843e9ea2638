const maxTitleLength = 255;

/** The title of a file by its name: the extension dropped, "_" and "." turned to spaces. Never empty. */
export function titleFromFileName(fileName: string): string {
  const bare = fileName.replace(/^.*[\\/]/, '').replace(/\.[a-z0-9]{1,5}$/i, '');
  return normalizeTitle(bare.replace(/[_.]+/g, ' ')) || 'untitled';
}

/** A title given by the user: control characters out, white space single, cut at 255 characters. May come out empty. */
export function normalizeTitle(title: string): string {
  const clean = title
    .replace(/\p{Cc}+/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim();
  return [...clean].slice(0, maxTitleLength).join('').trim();
}

/** The extension of a file's name with its dot, in lower case: ".webm"; empty when there is none. */
export function getExtension(fileName: string): string {
  return /\.[a-z0-9]{1,5}$/i.exec(fileName)?.[0].toLowerCase() ?? '';
}

export function foldText(text: string): string {
  return text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
}
