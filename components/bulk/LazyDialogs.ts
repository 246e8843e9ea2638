/** The dialogs of bulk work, each loaded when it is first opened. */
import { lazy } from '../lazy.tsx';

export const MoveDialog = lazy(async () => (await import('./MoveDialog.tsx')).MoveDialog);
export const CloneDialog = lazy(async () => (await import('./CloneDialog.tsx')).CloneDialog);
export const RenamePatternDialog = lazy(
  async () => (await import('./RenamePatternDialog.tsx')).RenamePatternDialog,
);
export const FailuresDialog = lazy(async () => (await import('./FailuresDialog.tsx')).FailuresDialog);
