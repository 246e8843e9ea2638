import type { ActivityEntry, ActivityKind } from '../../lib/activity/activity.ts';
import { titleFromAddress } from '../../lib/links/address-title.ts';
import { getServiceWords } from '../../lib/uploads/upload.ts';
import { describeSource } from '../bulk/kinds.ts';
import { dates } from '../format/dates.ts';
import { namedList } from '../format/named-list.ts';
import { folderName } from '../format/names.ts';
import type { IconName } from '../icons/Icon.tsx';
import { format, joinFacts, plural, t } from '../text.ts';
import type { RowTone } from '../uploads/status-icons.ts';
import { refusalText } from '../uploads/wording.ts';
import { type ActivityGroup, type ActivityRow, isSameDay } from './activity-rows.ts';
import { countOutcomes, type OutcomeFilter } from './activity-search.ts';

interface KindWording {
  readonly icon: IconName;
  readonly tone: RowTone;
  /** @param msg the service's words, or empty */
  readonly sentence: (folder: string, msg: string, to: string) => string;
}

const kinds: Readonly<Record<ActivityKind, KindWording>> = {
  sent: { icon: 'sending', tone: 'moving', sentence: (folder) => t('activity.sent', { folder }) },
  rerouted: { icon: 'sending', tone: 'moving', sentence: (folder) => t('activity.rerouted', { folder }) },
  done: { icon: 'done', tone: 'good', sentence: (folder) => t('activity.done', { folder }) },
  failed: {
    icon: 'failed',
    tone: 'bad',
    sentence: (folder, msg) => (msg ? t('activity.failedAs', { msg }) : t('activity.failed', { folder })),
  },
  refused: {
    icon: 'failed',
    tone: 'bad',
    sentence: (_folder, msg) => (msg ? t('activity.refusedAs', { msg }) : t('activity.refused')),
  },
  uncertain: { icon: 'question', tone: 'warn', sentence: (folder) => t('activity.uncertain', { folder }) },
  cancelled: { icon: 'cross', tone: 'quiet', sentence: (folder) => t('activity.cancelled', { folder }) },
  dismissed: { icon: 'cross', tone: 'quiet', sentence: () => t('activity.dismissed') },
  replaced: {
    icon: 'folder',
    tone: 'quiet',
    sentence: (from, _msg, to) => t('activity.replaced', { from, to }),
  },
  deleted: { icon: 'trash', tone: 'quiet', sentence: (folder) => t('activity.deleted', { folder }) },
  moved: { icon: 'folder', tone: 'good', sentence: (folder) => t('bulk.activity.moved', { folder }) },
  renamed: { icon: 'rename', tone: 'good', sentence: () => t('bulk.activity.renamed') },
  cloned: { icon: 'copy', tone: 'good', sentence: (folder) => t('bulk.activity.cloned', { folder }) },
  filesDeleted: { icon: 'trash', tone: 'quiet', sentence: () => t('bulk.activity.deleted') },
  undone: { icon: 'back', tone: 'quiet', sentence: () => t('bulk.activity.undone') },
};

export function entryTitle({ title, url, files }: ActivityEntry): string {
  return title ?? (files ? plural('bulk.files', files.done + files.failed) : titleFromAddress(url));
}

export const entryIcon = ({ kind }: ActivityEntry): KindWording => kinds[kind];

export const entryFolderName = ({ folderId, folderName: name }: ActivityEntry): string =>
  folderName({ id: folderId, name: name ?? '' });

export function entrySentence(entry: ActivityEntry): string {
  const { kind, url, files, replacedBy } = entry;
  const spoken = getServiceWords(entry)?.trim() ?? '';
  const isUnseen = kind === 'failed' && entry.code === 'never-shown';
  const from = kind === 'moved' ? describeSource(entry.from) : null;
  const folder = entryFolderName(entry);
  const moved = from && t('bulk.activity.movedFrom', { from, folder });
  const own = kind === 'refused' ? refusalText(url, entry) : isUnseen ? t('uploads.neverShown') : null;
  const sentence =
    moved ?? own ?? kinds[kind].sentence(folder, spoken, replacedBy ? folderName(replacedBy.folder) : '');
  return files && files.failed > 0 ? `${sentence} · ${plural('bulk.failed', files.failed)}` : sentence;
}

/** For example "9:58 AM · Sent to “Movies”", with the day if it isn't the row's. */
export function stageText(stage: ActivityEntry, row: ActivityRow, now: number): string {
  const isOtherDay = !isSameDay(stage.atMs, row.latest.atMs);
  return joinFacts([
    isOtherDay ? dates.day(stage.atMs, now) : null,
    dates.time(stage.atMs),
    entrySentence(stage),
  ]);
}

/** "12 links to “Movies”" and "Finished 10 · Failed 2". */
export function describeGroup({ rows }: ActivityGroup) {
  const latest = rows.map((row) => row.latest);
  const list = namedList([
    ...new Map(latest.map((entry) => [entry.folderId, entryFolderName(entry)])).values(),
  ]);
  const isOfFiles = latest.every(({ source }) => source === 'file');
  const outcomes = countOutcomes(rows);
  const isWhole = outcomes.every(([outcome]) => outcome === 'arrived');
  return {
    title: plural(isOfFiles ? 'uploads.batch.files' : 'uploads.batch.links', rows.length, { list }),
    sentence: joinFacts(
      outcomes.map(([outcome, count]) => `${outcomeName(outcome)} ${format.number(count)}`),
    ),
    icon: isWhole ? 'done' : 'links',
    tone: isWhole ? 'good' : 'quiet',
  } as const;
}

export const outcomeName = (outcome: OutcomeFilter): string =>
  t(outcome === 'files' ? 'popup.files' : `activity.filter.${outcome}`);
