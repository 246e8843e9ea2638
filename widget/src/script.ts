/** `<script src="linkhaul-player.js">`: defines the element, and the global `linkhaulPlayer` with the address functions. */
import { embedUrl, readEmbedUrl as parseEmbedUrl } from './embed-url.ts';
import './element.ts';

export default { embedUrl, parseEmbedUrl };
