/** The lines with which a website's players follow a host that has moved (`moved-host.ts` reads them). */
import { escapeHtml } from '../embed-code/escape.ts';

/**
 * HTML for the head of each page.
 * @param baseUrl The address of now.
 * @param formerUrls Addresses that it replaces, at least one.
 */
export function createMoveLines(baseUrl: string, formerUrls: readonly string[]): string {
  const line = (name: string, content: string) =>
    `<meta name="linkhaul-${name}" content="${escapeHtml(content)}">`;
  return [line('host', baseUrl), line('replaces', formerUrls.join(' '))].join('\n');
}
