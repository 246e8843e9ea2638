/** What a plain `<script src="linkhaul-player.js">` brings: the element, and as `linkhaulPlayer` what pages make addresses with. */
import { embedUrl, parseEmbedUrl } from './addresses.ts';
import './element.ts';

export default { embedUrl, parseEmbedUrl };
