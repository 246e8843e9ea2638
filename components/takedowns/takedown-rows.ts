/** Takedowns with their files from the catalog, sorted, filtered, and as CSV. Pure. */

import { buildPage, type PageKind, pathBase } from '../../lib/accounts/file-page.ts';
import { type Addresses, getPageForm, getPublicAddress } from '../../lib/accounts/public-address.ts';
import { resolveAddress } from '../../lib/api/address.ts';
import type { CatalogFile } from '../../lib/catalog/file.ts';
import type { Snapshot } from '../../lib/catalog/query/snapshot.ts';
import type { ListedTakedown } from '../../lib/protocol.ts';
import { createMatcher, createSearchText } from '../../lib/search/words.ts';
import { toServiceSeconds } from '../../lib/timing/service-time.ts';
import { getFolderName } from '../files/wording.ts';
import { csvLine } from '../format/csv.ts';
import { titleOf } from '../format/names.ts';
import { formatDay } from '../format/service-dates.ts';
import { format, joinFacts } from '../text.ts';

export interface TakedownRow extends ListedTakedown {
  /** Null if it isn't in the catalog. */
  readonly file: CatalogFile | null;
  /** The code if the title is unknown. */
  readonly title: string;
  readonly folder: string;
  /** Of the protected page. */
  readonly download: string | null;
  readonly player: string | null;
  /** When the host deletes the file. Empty if unknown. */
  readonly deletion: string;
}

/** "Nov 21, 2026 · in 3 days", as far as known. */
function deletionText({ deletesOn, deletesInSeconds }: ListedTakedown): string {
  const at = toServiceSeconds(deletesOn);
  const left = deletesInSeconds === null ? null : format.relative(deletesInSeconds * 1000, 0);
  return joinFacts([formatDay(at), left]);
}

/** Those without a date come last. */
export function takedownRows(
  takedowns: readonly ListedTakedown[],
  snapshot: Pick<Snapshot, 'fileId' | 'file' | 'folders'> | null,
  account: Addresses,
): readonly TakedownRow[] {
  const rows = takedowns.map((takedown): TakedownRow => {
    const fileId = snapshot?.fileId(takedown.fileCode) ?? null;
    const file = fileId === null ? null : (snapshot?.file(fileId) ?? null);
    // Newer than the catalog.
    const folderId = takedown.folderId ?? file?.folderId ?? null;
    return {
      ...takedown,
      file,
      title: titleOf(file ?? { title: '', fileCode: takedown.fileCode }),
      folder: folderId === null ? '' : getFolderName(snapshot, folderId),
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
  const lines = rows.map((row) => Object.values(csvColumns).map((read) => read(row)));
  return [Object.keys(csvColumns), ...lines].map(csvLine).join('');
}

/**
 * Takes a code, path or address (docs/http-api.md, "Values").
 *
 * @returns null if there is none, the form of such pages is unknown, or the scheme isn't http or https
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
