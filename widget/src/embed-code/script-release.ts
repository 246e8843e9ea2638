/** Written by scripts/write-release.ts when the package is built. */
export const RELEASE = {
  version: '0.1.0',
  integrity: 'sha384-KZucueecrQZrBwSL5cBt8AHtKM9hGlXZasAnR1u0F4ihO1VkEtUZRF27ZlL9SEJv',
} as const;
