const maxTitleLength = 255;

/** Drops the extension and replaces "_" and "." with spaces. Never empty. */
export function titleFromFileName(fileName: string): string {
  const bare = fileName.replace(/^.*[\\/]/, '').replace(/\.[a-z0-9]{1,5}$/i, '');
  return normalizeTitle(bare.replace(/[_.]+/g, ' ')) || 'untitled';
}

/** Drops control characters, collapses white space and cuts at 255 characters. May return an empty string. */
export function normalizeTitle(title: string): string {
  const clean = title
    .replace(/\p{Cc}+/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim();
  return [...clean].slice(0, maxTitleLength).join('').trim();
}

/** In lower case with its dot, such as ".webm". May be empty. */
export function getExtension(fileName: string): string {
  return /\.[a-z0-9]{1,5}$/i.exec(fileName)?.[0].toLowerCase() ?? '';
}

export function foldText(text: string): string {
  return text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
}
