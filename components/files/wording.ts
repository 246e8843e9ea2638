import { neverViewed } from '../../lib/catalog/columns/number-columns.ts';
import type { CatalogFile, SyncStatus } from '../../lib/catalog/file.ts';
import type { Snapshot } from '../../lib/catalog/query/snapshot.ts';
import { formatLocale } from '../../lib/texts/intl.ts';
import { folderName, type TitledFile, titleOf } from '../format/names.ts';
import { formatDay } from '../format/service-dates.ts';
import { format, formatPast, joinFacts, joinSentences, language, type PlainKey, plural, t } from '../text.ts';

const locale = formatLocale(language, navigator.languages);
const twoDigits = new Intl.NumberFormat(locale, { minimumIntegerDigits: 2 });
const digits = new Intl.NumberFormat(locale, { useGrouping: false });

const unknown = '';

/** For example "1:02:03", in the digits of the language. */
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
export function formatLastView({ lastView, detailsReadAt }: Pick<CatalogFile, 'lastView' | 'detailsReadAt'>) {
  if (lastView === neverViewed) return t('files.never');
  if (lastView !== null) return formatDay(lastView);
  return t(detailsReadAt === null ? 'files.notKnownYet' : 'files.notKnown');
}

/** With a label, where no column header names it. */
export const lastViewFact = (file: Pick<CatalogFile, 'lastView' | 'detailsReadAt'>): string =>
  t('files.lastViewed', { when: formatLastView(file) });

export const formatViews = ({ views }: Pick<CatalogFile, 'views'>): string =>
  views === null ? unknown : format.number(views);

/** `folderId` null: all files. */
export function getFolderName(snapshot: Pick<Snapshot, 'folders'> | null, folderId: string | null): string {
  if (folderId === null || folderId === '') return t('files.all');
  return folderName({ id: folderId, name: snapshot?.folders.get(folderId)?.name ?? '' });
}

export function formatPath(snapshot: Snapshot, folderId: string): string {
  const path = snapshot.getPath(folderId);
  return path.length === 0 ? getFolderName(snapshot, folderId) : path.map(folderName).join(' › ');
}

export const openPageText = (isPlayer: boolean): string =>
  t(isPlayer ? 'common.openPlayer' : 'common.openDownload');

export const describeTargets = (targets: readonly TitledFile[]): string => {
  const [first] = targets;
  return targets.length === 1 && first ? titleOf(first) : plural('files.count', targets.length);
};

const waitTexts: Readonly<Partial<Record<string, PlainKey>>> = {
  'rate-limited': 'files.waits.limit',
  'quota-exceeded': 'files.waits.quota',
  network: 'files.waits.network',
  timeout: 'files.waits.network',
  unauthorized: 'files.waits.key',
};
export const waitSentence = (problem: string): string => t(waitTexts[problem] ?? 'files.waits.service');

export const isTemporary = (problem: string): boolean =>
  problem === 'rate-limited' || problem === 'quota-exceeded';

export function syncProgressText({ files, filesExpected, folders, foldersLeft }: SyncStatus): string {
  const read =
    filesExpected !== null && filesExpected > files
      ? filesOfText(files, filesExpected)
      : plural('files.count', files);
  const parts = [read, plural('files.folders', folders)];
  if (foldersLeft > 0) parts.push(plural('files.reading.left', foldersLeft));
  return joinFacts(parts);
}

/** For example "1,200 of 5,000 files". */
export const filesOfText = (done: number, total: number): string =>
  t('files.reading.of', { done: format.number(done), total: plural('files.count', total) });

export function syncStatusText(
  { syncedAtMs, isStopped, isDamaged }: SyncStatus,
  problem: string | null,
  now: number,
  isConnected: boolean,
): string {
  const when = syncedAtMs === null ? null : formatPast(syncedAtMs, now);
  if (isStopped) return t('files.reading.stopped');
  if (problem !== null)
    return joinSentences([waitSentence(problem), when !== null && t('files.asOf', { when })]);
  if (isDamaged) return t('files.damaged');
  if (when === null) return t('files.reading.title');
  return t(isConnected ? 'files.upToDate' : 'files.asOf', { when });
}
