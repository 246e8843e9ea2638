/**
 * linkhaul-player: any file of a file host on any website. These are pure functions without side effects of the import, for
 * browsers and servers; `linkhaul-player/element` defines the element.
 *
 * All input is untrusted: it is either used unchanged or rejected with an `EmbedError`.
 */
export { type EmbedOptions, embedUrl, parseEmbedUrl } from './addresses.ts';
export { type AddressRules, EmbedError, type EmbedErrorCode } from './check.ts';
export { type EmbedCodeOptions, type EmbedFormat, embedCode, embedFormats } from './embed-code/index.ts';
export { parseSubtitleDocument, type SubtitleTrack, subtitleDocument } from './subtitles.ts';
