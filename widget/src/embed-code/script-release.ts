/** Written by scripts/write-release.ts when the package is built. */
export const RELEASE = {
  version: '0.1.0',
  integrity: 'sha384-68cMbRkC2fDxcsaxfWeo1HwhQ9HnQpTFoGOp2EW8rEcP8nY8LeggtETlkYzunYGl',
} as const;
