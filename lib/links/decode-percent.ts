/** Percent-decodes once. Returns the text unchanged if any part isn't valid. Pure. */
export function decodePercent(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
