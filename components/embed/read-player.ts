import { EmbedError, parseEmbedUrl } from 'linkhaul-player';

export interface PlayerBase {
  /** As the player package has it: a host, or the form of its players. */
  readonly baseUrl: string;
  readonly allowHttp: boolean;
}

/** Where a player's address leads; null where it is none that can be embedded. */
export function readPlayer(address: string): PlayerBase | null {
  try {
    const { baseUrl } = parseEmbedUrl(address, { allowHttp: true });
    return { baseUrl, allowHttp: baseUrl.startsWith('http:') };
  } catch (error) {
    if (error instanceof EmbedError) return null;
    throw error;
  }
}
