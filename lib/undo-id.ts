/**
 * What takes a change back, as a string that pages hold and give to `changes.undo`. It names records that the background keeps; no
 * record travels to a page and back. The answer has the id of the opposite, so a redo is the undo of an undo. Pure.
 */
import type { Choice } from './uploads/upload.ts';

export type Inverse =
  | { readonly kind: 'job'; readonly jobId: string }
  /** Takes uploads out of the queue, or deletes their transfers. */
  | { readonly kind: 'takeBack'; readonly uploadIds: readonly string[] }
  /** Removes uploads that were restored. */
  | { readonly kind: 'remove'; readonly uploadIds: readonly string[] }
  /** Gives an upload its former folder or title. */
  | ({ readonly kind: 'choose'; readonly uploadId: string } & Choice)
  /** Restores the uploads that were removed together. */
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

/** Takes back uploads that were just sent. */
export const toTakeBack = (added: readonly { readonly id: string }[]): readonly string[] =>
  added.length === 0 ? [] : [toUndoId({ kind: 'takeBack', uploadIds: added.map(({ id }) => id) })];

/** @param id made by `toUndoId` */
export const readUndoId = (id: string): Inverse => JSON.parse(id);

/** Whether a job takes the change back; of any text, without reading it. */
export const isJobId = (id: string): boolean =>
  id.startsWith(toUndoId({ kind: 'job', jobId: '' }).slice(0, -2));
