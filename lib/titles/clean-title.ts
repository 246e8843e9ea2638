const ending =
  /\.(?:3gp|avi|flv|m2ts|m4[av]|mkv|mov|mp[34]|mpe?g|ogv|rmvb|ts|vob|webm|wmv|aac|flac|ogg|opus|wav|ass|srt|vtt|7z|rar|zip)$/i;

/** A dot, or a number with one, such as "5.1", which isn't part of a date or a longer number. */
const dots = /(?<!\d|\d\.)(\d{1,2}\.\d{1,2})(?!\d|\.\d)|\./g;

/** Turns a file name into a title: drops the extension, and turns "_" into spaces, and "." too if there are no spaces. */
export function cleanTitle(title: string): string {
  const name = title.trim().replace(ending, '');
  const words = name.replaceAll('_', ' ');
  const spaced = /\s/u.test(name) ? words : words.replace(dots, (_, decimal?: string) => decimal ?? ' ');
  return collapseSpaces(spaced);
}

export const collapseSpaces = (text: string): string => text.replace(/\s+/gu, ' ').trim();
