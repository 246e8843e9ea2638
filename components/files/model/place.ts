/** Where a file is, and its address in the manager; apart from `route.ts`, which the popup's first load does without. */

export interface FilePlace {
  readonly accountId: string;
  readonly folderId: string;
  readonly fileCode: string;
}

/** The address of a file in its folder. */
export const placeHash = ({ folderId, fileCode }: FilePlace): string =>
  `#files/${encoded(folderId)}/${encoded(fileCode)}`;

/** A lone surrogate, which a service could name a folder by, has no place in an address. */
export const encoded = (text: string): string => encodeURIComponent(text.toWellFormed());
