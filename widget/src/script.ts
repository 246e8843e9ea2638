/** `<script src="linkhaul-player.js">`: defines the element, and the global `linkhaulPlayer` with the address functions. */
import { embedUrl, parseEmbedUrl } from './embed-url.ts';
import './element.ts';

export default { embedUrl, parseEmbedUrl };
