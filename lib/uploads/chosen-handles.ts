import type { FileHandle } from './local-file.ts';

/** Handles of files chosen or dropped on this page, where the browser provides them. */
export const chosenHandles = new WeakMap<File, FileHandle>();
