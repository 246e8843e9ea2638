/**
 * Pure functions for browsers and servers. `linkhaul-player/element` defines the element. All input is untrusted: it is either used
 * unchanged or rejected with an `EmbedError`.
 */
export {
  type EmbedCodeOptions,
  type EmbedFormat,
  embedCode,
  embedCodes,
  embedFormats,
} from './embed-code/embed-code.ts';
export type { EmbedOptions } from './embed-url.ts';
export { embedUrl, parseEmbedUrl } from './player-form.ts';
export { parseSubtitleDocument, type SubtitleTrack, subtitleDocument } from './subtitle-document.ts';
export { type AddressRules, EmbedError, type EmbedErrorCode } from './validation.ts';
