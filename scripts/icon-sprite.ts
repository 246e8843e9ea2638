/** Writes the icons into a page's HTML, so that they are drawn without a script. */
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

/** @param pages matches the paths of the pages to change. In other pages, `entrypoints/mount/icons.ts` adds the icons */
export const iconSprite = (pages = /(?:)/): Plugin => ({
  name: 'linkhaul-icon-sprite',
  transformIndexHtml: (html, { path }) =>
    // WXT's development server transforms each page twice.
    html.includes('icon-sprite') || !pages.test(path) ? [] : [sprite],
});
