/** Written by scripts/write-release.ts when the package is built. */
export const RELEASE = {
  version: '0.1.0',
  integrity: 'sha384-EpiBGw4avGF0isyhYCpqiVP9Li9MOZCAWMYvgTNHpuJrvCejSN9LSPwtBhJLzs7W',
} as const;
