/**
 * The theme that the user chose, in `localStorage`, where `public/theme.js` finds it: a plain script in the head of every
 * page, so that it takes effect before the first paint. Where there is none yet, nothing is changed by it.
 */
import { useLayoutEffect } from 'preact/hooks';
import type { Settings } from '../lib/settings/settings.ts';

const applyScheme = (scheme: string) => {
  document.documentElement.style.colorScheme = scheme;
};

/** Shows a change that is made on another page. */
addEventListener('storage', ({ key, newValue }) => {
  if (key === 'theme') applyScheme(newValue ?? '');
});

/** Makes it this page's theme, and that of all others. */
export function useTheme(theme: Settings['theme'] | undefined): void {
  useLayoutEffect(() => {
    if (theme === undefined) return;
    const scheme = theme === 'system' ? '' : theme;
    localStorage.setItem('theme', scheme);
    applyScheme(scheme);
  }, [theme]);
}
