import { EmbedError, parseEmbedUrl } from 'linkhaul-player';

export interface PlayerBase {
  /** As in the player package: a host, or the form of its players' addresses. */
  readonly baseUrl: string;
  readonly allowHttp: boolean;
}

/** Where a player's address leads. Null if it can't be embedded. */
export function readPlayer(address: string): PlayerBase | null {
  try {
    const { baseUrl } = parseEmbedUrl(address, { allowHttp: true });
    return { baseUrl, allowHttp: baseUrl.startsWith('http:') };
  } catch (error) {
    if (error instanceof EmbedError) return null;
    throw error;
  }
}
