/** Separate from `route.ts`, because the popup only needs this. */

export interface FileLocation {
  readonly accountId: string;
  readonly folderId: string;
  readonly fileCode: string | null;
}

export const fileHash = ({ folderId, fileCode }: Omit<FileLocation, 'accountId'>): string =>
  `#files/${[folderId, ...(fileCode === null ? [] : [fileCode])].map(encodeSegment).join('/')}`;

/** Folder ids may contain lone surrogates, which `encodeURIComponent` rejects. */
export const encodeSegment = (text: string): string => encodeURIComponent(text.toWellFormed());
