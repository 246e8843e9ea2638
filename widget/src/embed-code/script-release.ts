/** Written by scripts/write-release.ts when the package is built. */
export const RELEASE = {
  version: '0.1.0',
  integrity: 'sha384-kq4SddCk96J/+TgXb57YxdVag3fTVSnSM8qDodYqMRcr2PJnyOhIFg8q1ZOClu7j',
} as const;
