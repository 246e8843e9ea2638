/**
 * Stores the theme in `localStorage`, where `public/theme.js` finds it. That plain script in the head of every page
 * applies it before the first paint, and does nothing without a stored theme.
 */
import { useLayoutEffect } from 'preact/hooks';
import type { Settings } from '../lib/settings/settings.ts';

const applyScheme = (scheme: string) => {
  document.documentElement.style.colorScheme = scheme;
};

/** Applies a change made on another page. */
addEventListener('storage', ({ key, newValue }) => {
  if (key === 'theme') applyScheme(newValue ?? '');
});

export function useTheme(theme: Settings['theme'] | undefined): void {
  useLayoutEffect(() => {
    if (theme === undefined) return;
    const scheme = theme === 'system' ? '' : theme;
    localStorage.setItem('theme', scheme);
    applyScheme(scheme);
  }, [theme]);
}
