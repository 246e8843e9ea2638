/** A host without "www.", unless nothing with a dot is left. @param host with or without a port */
export const withoutWww = (host: string): string => host.replace(/^www\.(?=.*\.)/u, '');
