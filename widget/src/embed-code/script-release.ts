/** Written by scripts/write-release.ts when the package is built. */
export const RELEASE = {
  version: '0.1.0',
  integrity: 'sha384-0ZorFmL9zOO+9dQX68Z9TM9OTXd4egdunOkm/BCd1+ikTBS2Q59660P3INj+taeZ',
} as const;
