/**
 * linkhaul-player: any file of a file host on any website. What is here are pure functions, which run in every browser
 * and on a server and do nothing when they are imported; `linkhaul-player/element` defines the element.
 *
 * Whatever comes in is taken for hostile. What goes out is exactly what came in, or an `EmbedError` that says what is wrong.
 */
export { type EmbedOptions, embedUrl, parseEmbedUrl } from './addresses.ts';
export { type AddressRules, EmbedError, type EmbedErrorCode } from './check.ts';
export { type EmbedCodeOptions, type EmbedFormat, embedCode, embedFormats } from './embed-code/index.ts';
export { parseSubtitleDocument, type SubtitleTrack, subtitleDocument } from './subtitles.ts';
