/** Written by scripts/write-release.ts when the package is built. */
export const RELEASE = {
  version: '0.1.0',
  integrity: 'sha384-gyWwgnrefurxTboRSA7VsInswHyRfBQnR6RF8w0KjOzvBpzfG2Ce8UGOOfN25UJo',
} as const;
