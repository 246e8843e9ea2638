import type { Format } from './embed.ts';
import { escapeHtml } from './escape.ts';

/** Without autoplay: these frames load with their page, not by a click. */
export const PERMISSIONS = 'fullscreen; picture-in-picture; encrypted-media';

/** HTML: a frame of fixed size, for sites that allow no style. */
export const fixedIframe: Format = ({ url, title, width, height }) =>
  `<iframe src="${escapeHtml(url)}" title="${escapeHtml(title)}" width="${width}" height="${height}" loading="lazy" allow="${PERMISSIONS}"></iframe>`;
