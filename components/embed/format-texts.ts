/** What the formats of embed code are called, and what they are for. */
import type { EmbedFormat } from 'linkhaul-player';
import { type PlainKey, t } from '../text.ts';

interface FormatTexts {
  readonly name: string;
  readonly hint: string;
}

const texts: Readonly<Record<EmbedFormat, readonly [name: PlainKey, hint: PlainKey] | string>> = {
  address: ['embed.format.address', 'embed.format.addressHint'],
  'responsive-iframe': ['embed.format.responsiveIframe', 'embed.format.responsiveIframeHint'],
  'fixed-iframe': ['embed.format.fixedIframe', 'embed.format.fixedIframeHint'],
  'click-iframe': ['embed.format.clickIframe', 'embed.format.clickIframeHint'],
  'web-component': ['embed.format.webComponent', 'embed.format.webComponentHint'],
  'web-component-cdn': ['embed.format.webComponentCdn', 'embed.format.webComponentCdnHint'],
  thumbnail: ['embed.format.thumbnail', 'embed.format.thumbnailHint'],
  markdown: ['embed.format.markdown', 'embed.format.markdownHint'],
  bbcode: ['embed.format.bbcode', 'embed.format.bbcodeHint'],
  'json-ld': 'JSON-LD',
  react: 'React',
  vue: 'Vue',
  svelte: 'Svelte',
  astro: 'Astro',
};

/** The names of frameworks and of JSON-LD are the same in all languages. */
export function formatTexts(format: EmbedFormat): FormatTexts {
  const found = texts[format];
  if (typeof found !== 'string') return { name: t(found[0]), hint: t(found[1]) };
  const hint =
    format === 'json-ld' ? t('embed.format.jsonLdHint') : t('embed.format.packageHint', { name: found });
  return { name: found, hint };
}
