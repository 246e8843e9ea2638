/** Decodes entities as in an attribute, with the browser's own table. */
export function decodeHtml(value: string): string {
  if (!value.includes('&')) return value;
  const source = `<p title="${value.replaceAll('"', '&quot;')}">`;
  return new DOMParser().parseFromString(source, 'text/html').querySelector('p')?.title ?? value;
}
