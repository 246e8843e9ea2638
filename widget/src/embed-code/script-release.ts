/** Written by scripts/write-release.ts when the package is built. */
export const RELEASE = {
  version: '0.1.0',
  integrity: 'sha384-0YztA5rclTV1QICJpaTsAE32Er5mhbvijAig9Mc1cc0hoK4z+ZBkyBdTvUqcPhUK',
} as const;
