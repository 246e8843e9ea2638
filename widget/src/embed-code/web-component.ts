import type { Format } from './embed.ts';
import { escapeHtml } from './escape.ts';

/** HTML: the element, and in it the link that names the file and works without script. */
export const webComponent: Format = ({ url, title, script, needsHttp }) =>
  `<script src="${escapeHtml(script)}" async></script>
<linkhaul-player${needsHttp ? ' allow-http' : ''}><a href="${escapeHtml(url)}">${escapeHtml(title)}</a></linkhaul-player>`;
