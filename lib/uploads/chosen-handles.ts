import type { FileHandle } from './local-file.ts';

/** The handles of files that were chosen or dropped on this page, if the browser provided them. */
export const chosenHandles = new WeakMap<File, FileHandle>();
