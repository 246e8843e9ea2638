/** Written by scripts/release.ts when the package is built. */
export const RELEASE = {
  version: '0.1.0',
  integrity: 'sha384-vd66bSxlf0xzo7iTkEcM9nWn9GN1P/oep3dtukEYvZMJkILq/V3gbCcnmdlDT3RX',
} as const;
