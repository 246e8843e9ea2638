/** The folder dialog, loaded when somebody wants to choose. */
import { lazy } from '../lazy.tsx';

export const FolderDialog = lazy(async () => (await import('./FolderDialog.tsx')).FolderDialog);
