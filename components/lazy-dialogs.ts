/** Dialogs that several components open, each loaded when it is first opened. */
import { lazy } from './lazy.tsx';

export const Question = lazy(async () => (await import('./dialog/Dialog.tsx')).Question);
export const FolderDialog = lazy(async () => (await import('./folders/FolderDialog.tsx')).FolderDialog);
