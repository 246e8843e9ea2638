/** The global variable of `linkhaul-player.js`. The build copies this file beside it. */
import type { embedUrl, parseEmbedUrl } from './addresses.ts';
import type {} from './element.ts';

declare global {
  var linkhaulPlayer: {
    readonly embedUrl: typeof embedUrl;
    readonly parseEmbedUrl: typeof parseEmbedUrl;
  };
}
