/** `<script src="linkhaul-player.js">`: defines the element, and the global `linkhaulPlayer` with the address functions. */
import { embedUrl, parseEmbedUrl } from './addresses.ts';
import './element.ts';

export default { embedUrl, parseEmbedUrl };
