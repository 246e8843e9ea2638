/** The dialog to copy links, loaded when somebody wants to copy. */
import { lazy } from '../../lazy.tsx';

export const CopyLinks = lazy(async () => (await import('./CopyLinks.tsx')).CopyLinks);
