/** What a plain `<script src="linkhaul-player.js">` brings: the element, and as `linkhaulPlayer` what pages make addresses with. */
export { embedUrl, parseEmbedUrl } from './addresses.ts';
export { EmbedError } from './check.ts';
export { LinkhaulPlayer } from './element.ts';
