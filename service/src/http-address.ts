/** Addresses of other sites: sources of uploads, subtitles, posters. */

export function parseHttpAddress(text: string, base?: string): URL | undefined {
  const url = URL.parse(text, base);
  return url && (url.protocol === 'http:' || url.protocol === 'https:') ? url : undefined;
}

/** Without percent-encoding; unchanged where that is broken: a lone "%" is legal and means itself. */
export function decodeAddress(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
