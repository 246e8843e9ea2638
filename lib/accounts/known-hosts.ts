/**
 * File hosts with published addresses, so that typing a host's name or website is enough to find its API. Each host is one line here and
 * one in `docs/hosts.md`, with its source. A host may move, so any address can be typed.
 */

export interface KnownHost {
  readonly name: string;
  /** Origin of the website. Null: not published. */
  readonly site: string | null;
  /** The current one first. */
  readonly apis: readonly [string, ...string[]];
  /** The page that shows the API key, if it is published. */
  readonly keyPage?: string;
}

// biome-ignore format: one line each
export const knownHosts: readonly KnownHost[] = [
  { name: 'DoodStream', site: 'https://doodstream.com', apis: ['https://doodapi.co', 'https://doodapi.com'], keyPage: 'https://doodstream.com/settings' },
  { name: 'EarnVids', site: null, apis: ['https://earnvidsapi.com'] },
  { name: 'GoodStream', site: 'https://goodstream.one', apis: ['https://goodstream.one'] },
  { name: 'LuluStream', site: 'https://lulustream.com', apis: ['https://api.lulustream.com', 'https://lulustream.com'] },
  { name: 'SaveFiles', site: 'https://savefiles.com', apis: ['https://savefiles.com'] },
  { name: 'StreamHG', site: null, apis: ['https://streamhgapi.com'] },
  { name: 'StreamWish', site: 'https://streamwish.com', apis: ['https://api.streamwish.com'] },
  { name: 'UpStream', site: 'https://upstream.to', apis: ['https://upstream.to'] },
  { name: 'VidHide', site: null, apis: ['https://vidhideapi.com'] },
  { name: 'Vinovo', site: 'https://vinovo.si', apis: ['https://api.vinovo.si'] },
];
