import type { BulkFile } from '../../../lib/bulk/work.ts';
import type { CatalogFile } from '../../../lib/catalog/file.ts';
import type { Snapshot } from '../../../lib/catalog/query/snapshot.ts';
import type { FolderRef } from '../../../lib/folders/folder.ts';
import type { ServiceSearchResult } from '../../../lib/protocol.ts';
import type { Item, Listing } from './listing.ts';
import type { Selection } from './selection.ts';

export interface FileTarget extends BulkFile {
  /** Null: not in the catalog. */
  readonly fileId: number | null;
  /** Only for a file that isn't in the catalog. */
  readonly found: ServiceSearchResult | null;
}

interface ShownFiles {
  readonly snapshot: Snapshot;
  readonly listing: Listing;
  readonly selection: Selection;
}
type WithSnapshot = Pick<ShownFiles, 'snapshot'>;

/** Null for a folder or a removed file. */
export function getItemFile({ snapshot }: WithSnapshot, item: Item): CatalogFile | null {
  if (item.kind === 'file') return snapshot.file(item.fileId);
  return item.kind === 'found' ? item.file : null;
}

/** Null for a folder or a removed file. */
export function getItemTarget({ snapshot }: WithSnapshot, item: Item): FileTarget | null {
  if (item.kind === 'file') return listedTarget(snapshot, item.fileId);
  return item.kind === 'found' ? { ...toBulkFile(item.file), fileId: null, found: item.file } : null;
}

function listedTarget(snapshot: Snapshot, fileId: number): FileTarget | null {
  const file = snapshot.file(fileId);
  return file && { ...toBulkFile(file), fileId, found: null };
}

const toBulkFile = ({ fileCode, title, folderId }: BulkFile): BulkFile => ({ fileCode, title, folderId });

/** In the order of the list, then those that aren't listed. */
export function chosenTargets(files: ShownFiles): readonly FileTarget[] {
  const { fileIds } = files.selection;
  const ordered = new Set([...files.listing.fileIds.filter((fileId) => fileIds.has(fileId)), ...fileIds]);
  return Array.from(ordered, (fileId) => listedTarget(files.snapshot, fileId) ?? []).flat();
}

/** The selection if it includes the item, otherwise the item. */
export function targetsFor(files: ShownFiles, item: Item): readonly FileTarget[] {
  if (item.kind === 'file' && files.selection.fileIds.has(item.fileId)) return chosenTargets(files);
  const target = getItemTarget(files, item);
  return target ? [target] : [];
}

export const bulkFiles = (targets: readonly FileTarget[]): readonly BulkFile[] => targets.map(toBulkFile);

export const getFolderRef = ({ folders }: Snapshot, folderId: string): FolderRef => ({
  id: folderId,
  name: folders.get(folderId)?.name ?? '',
});
