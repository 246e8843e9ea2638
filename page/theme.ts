/** Stores the theme in `localStorage`. A plain script in every page, `public/theme.js`, applies it before the first paint. */
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
