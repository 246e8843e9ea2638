/** Written by scripts/write-release.ts when the package is built. */
export const RELEASE = {
  version: '0.1.0',
  integrity: 'sha384-6ez0f3PMayeBW4iahTRA1iKUf7eNxnCWNxtnNdLeb/jbRp+gtA7bNBDDkNi8/B0A',
} as const;
