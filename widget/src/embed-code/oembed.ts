import type { Format } from './embed.ts';
import { fixedIframe } from './fixed-iframe.ts';

/** What an oEmbed endpoint answers (oembed.com, type video), for the author of one. */
export const oembed: Format = (embed) => {
  const { url, title, width, height } = embed;
  const answer = {
    version: '1.0',
    type: 'video',
    provider_url: new URL(url).origin,
    title,
    width,
    height,
    html: fixedIframe(embed),
  };
  return JSON.stringify(answer, null, 2);
};
