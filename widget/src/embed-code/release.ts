/** Written by scripts/release.ts when the package is built. */
export const RELEASE = {
  version: '0.1.0',
  integrity: 'sha384-9NJYe169GISyw2efNOmB29c+Ddjs3tca54VoWOOgVA3BRu3ASpZ6BeN3hfBXQul8',
} as const;
