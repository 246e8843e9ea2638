/** Written by scripts/write-release.ts when the package is built. */
export const RELEASE = {
  version: '0.1.0',
  integrity: 'sha384-ebpByqYDKwkSG5zwieF18DV6SjsKwmcABCto0BVYHfN8pOZzuLaJuDlmecU5qfeA',
} as const;
