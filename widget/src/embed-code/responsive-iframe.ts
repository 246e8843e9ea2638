import type { Format } from './embed.ts';
import { html } from './escape.ts';
import { PERMISSIONS } from './fixed-iframe.ts';

/** HTML: a frame as wide as its surroundings, in the proportions of width and height. */
export const responsiveIframe: Format = ({ url, title, width, height }) =>
  `<iframe src="${html(url)}" title="${html(title)}" style="width: 100%; aspect-ratio: ${width} / ${height}; border: 0" loading="lazy" allow="${PERMISSIONS}"></iframe>`;
