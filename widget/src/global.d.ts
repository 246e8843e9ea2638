/** What `linkhaul-player.js` leaves on a page. The build puts this beside it. */
import type { embedUrl, parseEmbedUrl } from './addresses.ts';
import type {} from './element.ts';

declare global {
  var linkhaulPlayer: {
    readonly embedUrl: typeof embedUrl;
    readonly parseEmbedUrl: typeof parseEmbedUrl;
  };
}
