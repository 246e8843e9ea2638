/** Dialogs that several components open, each loaded when it is first opened. */
import { lazy } from '../lazy.tsx';

export const FolderDialog = lazy(() => import('./FolderDialog.tsx'), 'FolderDialog');
