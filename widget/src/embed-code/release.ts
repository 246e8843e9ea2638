/** Written by scripts/release.ts when the package is built. */
export const RELEASE = {
  version: '0.1.0',
  integrity: 'sha384-f2VbGqm7f86eKyBaQU4C87OqPqjoPAHBN3fvCk+ScI/eIFZpLF/ocdZ8782Ucuuw',
} as const;
