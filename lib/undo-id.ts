/**
 * The id of a change's inverse, which pages keep and pass to `changes.undo`. It names records that the background keeps. The response has
 * the id of the opposite, so a redo is the undo of an undo. Pure.
 */
import type { Choice } from './uploads/upload.ts';

export type Inverse =
  | { readonly kind: 'job'; readonly jobId: string }
  /** Removes uploads from the queue, or deletes their transfers. */
  | { readonly kind: 'undoSend'; readonly uploadIds: readonly string[] }
  /** Removes uploads that were restored. */
  | { readonly kind: 'remove'; readonly uploadIds: readonly string[] }
  /** Restores an upload's former folder or title. */
  | ({ readonly kind: 'choose'; readonly uploadId: string } & Choice)
  /** Restores uploads that were removed together. */
  | { readonly kind: 'restore'; readonly removalId: string }
  | {
      readonly kind: 'renameFolder';
      readonly accountId: string;
      readonly folderId: string;
      readonly name: string;
    }
  | {
      readonly kind: 'moveFolder';
      readonly accountId: string;
      readonly folderId: string;
      readonly parentId: string;
    };

export const toUndoId = (inverse: Inverse): string => JSON.stringify(inverse);

/** For uploads that were just sent. */
export const createSendUndo = (added: readonly { readonly id: string }[]): readonly string[] =>
  added.length === 0 ? [] : [toUndoId({ kind: 'undoSend', uploadIds: added.map(({ id }) => id) })];

/** @param id made by `toUndoId` */
export const readUndoId = (id: string): Inverse => JSON.parse(id);

/** A job undoes the change. Accepts any text, without parsing it. */
export const isJobId = (id: string): boolean =>
  id.startsWith(toUndoId({ kind: 'job', jobId: '' }).slice(0, -2));
