/** The icons as a part of every page's HTML, so that they stand there before any script runs and none has to draw them. */
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

export const iconSprite: Plugin = {
  name: 'linkhaul-icon-sprite',
  // WXT's development server hands over its pages twice.
  transformIndexHtml: (html) => (html.includes('icon-sprite') ? [] : [sprite]),
};
