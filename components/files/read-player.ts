import { EmbedError, parseEmbedUrl } from 'linkhaul-player';

interface PlayerBase {
  /** A host or the form of an address, as in the player package. */
  readonly baseUrl: string;
  readonly allowHttp: boolean;
}

/** Null if the player can't be embedded. */
export function readPlayer(address: string): PlayerBase | null {
  try {
    const { baseUrl } = parseEmbedUrl(address, { allowHttp: true });
    return { baseUrl, allowHttp: baseUrl.startsWith('http:') };
  } catch (error) {
    if (error instanceof EmbedError) return null;
    throw error;
  }
}
