/** Written by scripts/write-release.ts when the package is built. */
export const RELEASE = {
  version: '0.1.0',
  integrity: 'sha384-Bigca7oVuA49M6frOJ/+UEtfZf1DlkU00LyOK4FzQEO/5gGqE3FhUSddbZx/Adt7',
} as const;
