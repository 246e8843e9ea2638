/** The address of a file in the manager; `route.ts` has the others. Apart, because the popup needs only this one. */

export interface FileLocation {
  readonly accountId: string;
  readonly folderId: string;
  readonly fileCode: string;
}

export const fileHash = ({ folderId, fileCode }: Omit<FileLocation, 'accountId'>): string =>
  `#files/${encodeSegment(folderId)}/${encodeSegment(fileCode)}`;

/** Folder ids may contain lone surrogates, which `encodeURIComponent` refuses. */
export const encodeSegment = (text: string): string => encodeURIComponent(text.toWellFormed());
