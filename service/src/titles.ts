const maxTitleLength = 255;

/** Makes a title from a file name: drops the extension and replaces "_" and "." with spaces. Never empty. */
export function titleFromFileName(fileName: string): string {
  const bare = fileName.replace(/^.*[\\/]/, '').replace(/\.[a-z0-9]{1,5}$/i, '');
  return normalizeTitle(bare.replace(/[_.]+/g, ' ')) || 'untitled';
}

/** Cleans a title: drops control characters, collapses white space and cuts at 255 characters. May return an empty string. */
export function normalizeTitle(title: string): string {
  const clean = title
    .replace(/\p{Cc}+/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim();
  return [...clean].slice(0, maxTitleLength).join('').trim();
}

/** The extension in lower case with its dot, such as ".webm". Empty if there is none. */
export function getExtension(fileName: string): string {
  return /\.[a-z0-9]{1,5}$/i.exec(fileName)?.[0].toLowerCase() ?? '';
}

export function foldText(text: string): string {
  return text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
}
