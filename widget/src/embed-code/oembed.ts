import type { Format } from './embed.ts';
import { fixedIframe } from './fixed-iframe.ts';

/** The response of an oEmbed endpoint (oembed.com, type video). */
export const oembed: Format = (embed) => {
  const { url, title, width, height } = embed;
  const response = {
    version: '1.0',
    type: 'video',
    provider_url: new URL(url).origin,
    title,
    width,
    height,
    html: fixedIframe(embed),
  };
  return JSON.stringify(response, null, 2);
};
