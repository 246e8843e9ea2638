/** Written by scripts/write-release.ts when the package is built. */
export const RELEASE = {
  version: '0.1.0',
  integrity: 'sha384-J2r+Pf71h6+eYGH2uQatVCHrukQgQeEpq2u2TWFCQURjOAlOW9hymTs1/2CSsQ1N',
} as const;
