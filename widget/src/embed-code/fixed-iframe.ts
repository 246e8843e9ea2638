import type { Format } from './embed.ts';
import { html } from './escape.ts';

/** Without autoplay: these frames load with their page, before anyone has asked for sound. */
export const PERMISSIONS = 'fullscreen; picture-in-picture; encrypted-media';

/** HTML: a frame of one size, for places that allow no style. */
export const fixedIframe: Format = ({ url, title, width, height }) =>
  `<iframe src="${html(url)}" title="${html(title)}" width="${width}" height="${height}" loading="lazy" allow="${PERMISSIONS}"></iframe>`;
