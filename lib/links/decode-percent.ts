/** Percent-decodes a text once. What is not encoded as a whole stays as it is. Pure. */
export function decodePercent(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
