import type { Format } from './embed.ts';
import { escapeHtml } from './escape.ts';
import { PERMISSIONS } from './fixed-iframe.ts';

/** HTML: a frame with the width of its container and the aspect ratio of width and height. */
export const responsiveIframe: Format = ({ url, title, width, height }) =>
  `<iframe src="${escapeHtml(url)}" title="${escapeHtml(title)}" style="width: 100%; aspect-ratio: ${width} / ${height}; border: 0" loading="lazy" allow="${PERMISSIONS}"></iframe>`;
