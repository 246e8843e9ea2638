/** Written by scripts/write-release.ts when the package is built. */
export const RELEASE = {
  version: '0.1.0',
  integrity: 'sha384-s3en+fBQOJdAiRb21rWvwF5q3uOIvhOfOYAWz/uQG33nOLWQkouT9eCrjXLJ0Oj4',
} as const;
