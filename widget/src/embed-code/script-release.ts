/** Written by scripts/write-release.ts when the package is built. */
export const RELEASE = {
  version: '0.1.0',
  integrity: 'sha384-Ktoj1vb7kXb/EWZLmt9G61unZivNFPskLrBecvNXVkzXLb+shMPeIbBD9MXQ91/f',
} as const;
