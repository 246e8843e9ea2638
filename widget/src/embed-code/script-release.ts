/** Written by scripts/write-release.ts when the package is built. */
export const RELEASE = {
  version: '0.1.0',
  integrity: 'sha384-/ky8n8R+PHNoOl1IHaGQwwwCxbVnEnUf75Fng5ai8MvQ4G9cKZDv05K1fnRIVZDK',
} as const;
