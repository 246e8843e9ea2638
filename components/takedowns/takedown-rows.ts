/** Matches takedowns to the catalog, sorts and filters them, and writes them as CSV. Pure. */
import { buildPage, type PageKind, pathBase } from '../../lib/accounts/file-page.ts';
import { type Addresses, getPageForm, getPublicAddress } from '../../lib/accounts/public-address.ts';
import { resolveAddress } from '../../lib/api/address.ts';
import type { CatalogFile } from '../../lib/catalog/file.ts';
import type { Snapshot } from '../../lib/catalog/query/snapshot.ts';
import type { ListedTakedown } from '../../lib/protocol.ts';
import { createMatcher, createSearchText } from '../../lib/search/words.ts';
import { csvField } from '../files/dialogs/copy-formats.ts';
import { folderNameOf, formatDay, titleOf } from '../files/wording.ts';
import { parseDate } from '../format/parse-date.ts';
import { format, joinFacts } from '../text.ts';

export interface TakedownRow extends ListedTakedown {
  /** Null if it isn't in the catalog. */
  readonly file: CatalogFile | null;
  /** The file code if the title is unknown. */
  readonly title: string;
  /** Empty if unknown. */
  readonly folder: string;
  /** The address of the protected page. */
  readonly download: string | null;
  readonly player: string | null;
  /** When the host will delete the file, in words. Empty if it doesn't say. */
  readonly deletion: string;
}

/** "Nov 21, 2026 · in 3 days", as far as the host says when it deletes or deleted the file. */
function deletionText({ deletesOn, deletesInSeconds }: ListedTakedown): string {
  const at = parseDate(deletesOn);
  const left = deletesInSeconds === null ? null : format.relative(deletesInSeconds * 1000, 0);
  return joinFacts([formatDay(at), left]);
}

/** Newest first, then those without a date. */
export function takedownRows(
  takedowns: readonly ListedTakedown[],
  snapshot: Pick<Snapshot, 'fileId' | 'file' | 'folders'> | null,
  account: Addresses,
): readonly TakedownRow[] {
  const rows = takedowns.map((takedown): TakedownRow => {
    const fileId = snapshot?.fileId(takedown.fileCode) ?? null;
    const file = fileId === null ? null : (snapshot?.file(fileId) ?? null);
    // The service's response is newer than the catalog.
    const folderId = takedown.folderId ?? file?.folderId ?? null;
    return {
      ...takedown,
      file,
      title: titleOf(file ?? { title: '', fileCode: takedown.fileCode }),
      folder: folderId === null ? '' : folderNameOf(snapshot, folderId),
      download: protectedAddress(account, 'download', takedown.protectedDownload),
      player: protectedAddress(account, 'player', takedown.protectedEmbed),
      deletion: deletionText(takedown),
    };
  });
  // These dates sort as text.
  const when = ({ reportedOn, deletesOn }: TakedownRow) => reportedOn ?? deletesOn ?? '';
  return rows.sort((a, b) => compareText(when(b), when(a)));
}

const compareText = (a: string, b: string): number => Number(a > b) - Number(a < b);

export function createTakedownFilter(
  rows: readonly TakedownRow[],
): (typed: string) => readonly TakedownRow[] {
  const texts = rows.map(({ title, fileCode, folder }) => createSearchText(title, fileCode, folder));
  return (typed) => {
    const matches = createMatcher(typed);
    return rows.filter((_, at) => matches(texts[at] ?? ''));
  };
}

/** Null if unknown. */
const csvColumns: Readonly<Record<string, (row: TakedownRow) => string | null>> = {
  code: ({ fileCode }) => fileCode,
  title: ({ file }) => file?.title ?? null,
  folder: ({ folder }) => folder,
  reported: ({ reportedOn }) => reportedOn,
  disabled: ({ disabledOn }) => disabledOn,
  protected_download: ({ download }) => download,
  protected_player: ({ player }) => player,
  new: ({ isNew }) => (isNew ? 'yes' : 'no'),
  deletion: ({ deletesOn }) => deletesOn,
};

export function takedownsCsv(rows: readonly TakedownRow[]): string {
  const lines = rows.map((row) => Object.values(csvColumns).map((read) => csvField(read(row))));
  return [Object.keys(csvColumns), ...lines].map((fields) => `${fields.join(',')}\r\n`).join('');
}

/**
 * Builds an address from what the service sends: a code, a path or an address (docs/http-api.md, "Values").
 *
 * @returns null if nothing was sent, if the form of such pages is unknown, or if the scheme isn't http or https
 */
export function protectedAddress(account: Addresses, kind: PageKind, named: string | null): string | null {
  // "." and ".." would be path segments.
  if (named === null || /^\.{1,2}$/u.test(named)) return null;
  if (/[/:\\]/u.test(named)) {
    const address = resolveAddress(named, pathBase);
    return address && getPublicAddress(account, address);
  }
  const form = getPageForm(account, kind);
  return form && buildPage(form, named);
}
