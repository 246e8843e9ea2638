/** Written by scripts/write-release.ts when the package is built. */
export const RELEASE = {
  version: '0.1.0',
  integrity: 'sha384-BGbU6zs/moxw06+kU/RzWeub271QHzLUBU+F8867VY5SP+wuWSFsNuHgqBZPM/Ht',
} as const;
