/** The icons as a part of a page's HTML, so that they stand there before any script runs and none has to draw them. */
import type { HtmlTagDescriptor, Plugin } from 'vite';
import { outlines } from '../components/icons/outlines.ts';

const symbols = Object.entries(outlines).map(
  ([name, outline]) => `<symbol id="icon-${name}" viewBox="0 0 16 16"><path d="${outline}"/></symbol>`,
);

const sprite: HtmlTagDescriptor = {
  tag: 'svg',
  attrs: { class: 'icon-sprite', 'aria-hidden': 'true' },
  children: symbols.join(''),
  injectTo: 'body-prepend',
};

/** @param page which pages get them, by a part of their path; the others draw them by script (`entrypoints/page/icons.ts`) */
export const iconSprite = (page = ''): Plugin => ({
  name: 'linkhaul-icon-sprite',
  transformIndexHtml: (html, { path }) =>
    // WXT's development server hands over its pages twice.
    html.includes('icon-sprite') || !path.includes(page) ? [] : [sprite],
});
