/** The address of a file in the manager. `route.ts` has the others. Separate, because the popup needs only this one. */

export interface FileLocation {
  readonly accountId: string;
  readonly folderId: string;
  /** Null: the folder. */
  readonly fileCode: string | null;
}

export const fileHash = ({ folderId, fileCode }: Omit<FileLocation, 'accountId'>): string =>
  `#files/${[folderId, ...(fileCode === null ? [] : [fileCode])].map(encodeSegment).join('/')}`;

/** Folder ids may contain lone surrogates, which `encodeURIComponent` rejects. */
export const encodeSegment = (text: string): string => encodeURIComponent(text.toWellFormed());
