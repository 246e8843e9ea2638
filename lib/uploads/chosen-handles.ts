import type { FileHandle } from './local-file.ts';

/** The handles with which files of this page were chosen or dropped, if the browser gave them. */
export const chosenHandles = new WeakMap<File, FileHandle>();
