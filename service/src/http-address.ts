/** Addresses of other sites: sources of uploads, subtitles, posters. */

export function parseHttpAddress(text: string, base?: string): URL | undefined {
  const url = URL.parse(text, base);
  return url && (url.protocol === 'http:' || url.protocol === 'https:') ? url : undefined;
}

/** Returns malformed text unchanged, because a lone "%" is legal. */
export function decodeAddress(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
