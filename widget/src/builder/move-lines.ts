import { escapeHtml } from '../embed-code/escape.ts';

/** Two lines that redirect players from `formerUrls` (at least one) to `baseUrl`. */
export function createMoveLines(baseUrl: string, formerUrls: readonly string[]): string {
  const line = (name: string, content: string) =>
    `<meta name="linkhaul-${name}" content="${escapeHtml(content)}">`;
  return [line('host', baseUrl), line('replaces', formerUrls.join(' '))].join('\n');
}
