/**
 * Removes "www.", unless the rest has no dot.
 * @param host with or without a port
 */
export const withoutWww = (host: string): string => host.replace(/^www\.(?=.*\.)/u, '');
