import { t } from '../text.ts';
import type { NoticeAction } from './NoticeLine.tsx';

/** Undoes once, by button or key. */
export function undoAction(undo: () => Promise<boolean>): NoticeAction {
  let undone: Promise<boolean> | undefined;
  function onClick() {
    undone ??= undo();
    return undone;
  }
  return { label: t('common.undo'), onClick, isUndo: true };
}
