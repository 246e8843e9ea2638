/** Android, whose browsers have no right-click menu and no shortcuts for extensions. `public/theme.js` sets the class. */
export const isPhone = (): boolean => document.documentElement.classList.contains('phone');

/** A text about right-clicks; empty where there are none. */
export const aboutClicks = (text: string): string => (isPhone() ? '' : text);
