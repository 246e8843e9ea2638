/** Written by scripts/release.ts when the package is built. */
export const RELEASE = {
  version: '0.1.0',
  integrity: 'sha384-6/G8YRFNhfiEccNOBeJO9ugVSMxAuz66pgp77yc2sFcVM0GTPXbR2YSbHN+kDyZo',
} as const;
