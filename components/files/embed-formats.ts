import { type EmbedFormat, embedFormats } from 'linkhaul-player';
import { type PlainKey, t } from '../text.ts';

/** Names of frameworks and JSON-LD aren't translated. */
const formats: Readonly<Record<EmbedFormat, readonly [name: PlainKey, hint: PlainKey] | string>> = {
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
  'open-graph': 'Open Graph',
  oembed: 'oEmbed',
  react: 'React',
  vue: 'Vue',
  svelte: 'Svelte',
  astro: 'Astro',
};

/** Useless without a poster. */
const posterFormats: readonly EmbedFormat[] = ['thumbnail', 'json-ld'];

/** Website templates know their own addresses. */
const templateFormats: readonly EmbedFormat[] = ['open-graph', 'oembed'];

export const listFormats = (hasPoster: boolean): readonly EmbedFormat[] =>
  embedFormats.filter(
    (format) => !templateFormats.includes(format) && (hasPoster || !posterFormats.includes(format)),
  );

export function formatTexts(format: EmbedFormat): { readonly name: string; readonly hint: string } {
  const found = formats[format];
  if (typeof found !== 'string') return { name: t(found[0]), hint: t(found[1]) };
  const hint =
    format === 'json-ld' ? t('embed.format.jsonLdHint') : t('embed.format.packageHint', { name: found });
  return { name: found, hint };
}
