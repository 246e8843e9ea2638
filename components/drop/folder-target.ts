/** Elements that stand for a folder and accept drops. */
import type { FolderRef } from '../../lib/folders/folder.ts';

export const folderTarget = ({ id, name }: FolderRef) => ({ 'data-folder-id': id, 'data-folder-name': name });

export interface FolderTarget {
  readonly element: HTMLElement;
  readonly folder: FolderRef;
}

export function folderAt(target: EventTarget | null): FolderTarget | null {
  const element = target instanceof Element ? target.closest<HTMLElement>('[data-folder-id]') : null;
  const { folderId: id, folderName: name = '' } = element?.dataset ?? {};
  return element && id !== undefined ? { element, folder: { id, name } } : null;
}
