import type { Format } from './embed.ts';
import { html } from './escape.ts';

/** HTML: the element, and in it the link that works without script and that tells the element what to play. */
export const webComponent: Format = ({ url, title, script, needsHttp }) =>
  `<script src="${html(script)}" async></script>
<linkhaul-player${needsHttp ? ' allow-http' : ''}><a href="${html(url)}">${html(title)}</a></linkhaul-player>`;
