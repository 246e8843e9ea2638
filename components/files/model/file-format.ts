/** Formats a file's values. */
import type { CatalogFile } from '../../../lib/catalog/file.ts';
import type { Snapshot } from '../../../lib/catalog/query/snapshot.ts';
import { folderName } from '../../folders/name.ts';
import { formatLocale, lazily } from '../../format/intl.ts';
import { format, language, t } from '../../text.ts';

const locale = formatLocale(language, navigator.languages);
// Service dates have no time zone and are shown as they are.
const days = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone: 'UTC' });
const moments = lazily(
  () => new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' }),
);
const twoDigits = new Intl.NumberFormat(locale, { minimumIntegerDigits: 2 });
const digits = new Intl.NumberFormat(locale, { useGrouping: false });

/** Unknown values are left empty. */
const unknown = '';

/** Seconds of the service's wall clock. */
export const formatDay = (uploaded: number | null): string =>
  uploaded === null ? unknown : days.format(uploaded * 1000);
export const formatMoment = (uploaded: number | null): string =>
  uploaded === null ? unknown : moments().format(uploaded * 1000);

/** "3:05" or "1:02:03", in the digits of the language. Seconds. */
export function formatLength(seconds: number | null): string {
  if (seconds === null) return unknown;
  const whole = Math.floor(seconds);
  const minutes = Math.floor(whole / 60);
  const rest = twoDigits.format(whole % 60);
  if (minutes < 60) return `${digits.format(minutes)}:${rest}`;
  return `${digits.format(Math.floor(minutes / 60))}:${twoDigits.format(minutes % 60)}:${rest}`;
}

export const formatSize = ({ size }: Pick<CatalogFile, 'size'>): string =>
  size === null ? unknown : format.bytes(size);
export const formatViews = ({ views }: Pick<CatalogFile, 'views'>): string =>
  views === null ? unknown : format.number(views);

/** The title, or the code where the title is empty. */
export const titleOf = ({ title, fileCode }: Pick<CatalogFile, 'title' | 'fileCode'>): string =>
  title.trim() === '' ? fileCode : title;

/** The name of a folder, of the root, or of all files (null). */
export function folderNameOf(snapshot: Pick<Snapshot, 'folders'> | null, folderId: string | null): string {
  if (folderId === null || folderId === '') return t('files.all');
  return folderName({ id: folderId, name: snapshot?.folders.get(folderId)?.name ?? '' });
}

/** The path of a folder. */
export function formatPath(snapshot: Snapshot, folderId: string): string {
  const path = snapshot.pathOf(folderId);
  return path.length === 0 ? folderNameOf(snapshot, folderId) : path.map(folderName).join(' › ');
}
