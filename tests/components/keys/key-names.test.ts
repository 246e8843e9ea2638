import { afterEach, expect, it, vi } from 'vitest';
import { withMod } from '../../../components/keys/key-names.ts';

afterEach(() => vi.unstubAllGlobals());

it.each([
  ['MacIntel', '⌘K'],
  ['Win32', 'Ctrl+K'],
])('a shortcut on %s is %s', (platform, name) => {
  vi.stubGlobal('navigator', { platform, languages: ['en'] });
  expect(withMod('K')).toBe(name);
});
