/** The global variable of `linkhaul-player.js`. The build copies this file next to it. */

import type {} from './element.ts';
import type { embedUrl, parseEmbedUrl } from './embed-url.ts';

declare global {
  var linkhaulPlayer: {
    readonly embedUrl: typeof embedUrl;
    readonly parseEmbedUrl: typeof parseEmbedUrl;
  };
}
