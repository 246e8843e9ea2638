import type { Format } from './embed.ts';

/** The embed address alone. */
export const address: Format = ({ url }) => url;
