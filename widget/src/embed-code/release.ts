/** Written by scripts/release.ts when the package is built. */
export const RELEASE = {
  version: '0.1.0',
  integrity: 'sha384-SFLn2rWcNoNc5dmpXGbK02+bdRV/oQTdVHrz2x3j8pkEv4JEfKU21DGzIh3AoUlZ',
} as const;
