/** Texts about jobs and their failures. */
import { isActive } from '../../lib/bulk/job.ts';
import type { BulkFailure, BulkFile, BulkJob } from '../../lib/bulk/work.ts';
import type { FolderRef } from '../../lib/folders/folder.ts';
import type { ProblemCode } from '../../lib/protocol.ts';
import { withoutIsolates } from '../../lib/texts/plain.ts';
import { titleOf } from '../files/model/file-format.ts';
import { folderName } from '../folders/name.ts';
import { namedList } from '../format/named-list.ts';
import { problemSentence } from '../problem/wording.ts';
import { format, joinFacts, joinSentences, type PlainKey, plural, t } from '../text.ts';

/** What it is about, in one line. */
export function jobTitle(job: BulkJob): string {
  const { kind, total, undoes, source } = job;
  const folder = job.folder === null ? '' : folderName(job.folder);
  if (isActive(job)) {
    if (undoes !== null) {
      return kind === 'rename' ? plural('bulk.doing.titlesBack', total) : plural('bulk.doing.back', total);
    }
    if (kind === 'rename') return plural('bulk.doing.rename', total);
    if (kind === 'clone') return plural('bulk.doing.clone', total, { folder });
    if (kind === 'move' || source === null) return plural('bulk.doing.move', total, { folder });
    return t('bulk.doing.contents', { source: folderName(source), folder });
  }
  const { done } = job;
  if (undoes !== null) {
    return kind === 'rename' ? plural('bulk.did.titlesBack', done) : plural('bulk.did.back', done);
  }
  if (kind === 'rename') return plural('bulk.did.rename', done);
  if (kind === 'clone') return plural('bulk.did.clone', done, { folder });
  return plural('bulk.did.move', done, { folder });
}

/** How far it is, or why it waits; empty where the title says everything. */
export function jobDetail(
  job: BulkJob,
  queued: boolean,
  now: number,
  secondsLeft: number | null = null,
): string {
  const { state, total, done, verified, failed, uncertain, problem, retryAt } = job;
  const of = (some: number, all: number) =>
    t('bulk.of', { done: format.number(some), total: format.number(all) });
  if (queued) return t('bulk.queued');
  switch (state) {
    case 'working':
      return joinFacts([
        of(done + failed + uncertain, total),
        secondsLeft === null ? null : t('uploads.left', { time: format.duration(secondsLeft) }),
      ]);
    case 'checking':
      return t('bulk.checking', { of: of(verified, done) });
    case 'waiting': {
      const sentence = problemSentence({ code: (problem ?? 'network') as ProblemCode, msg: null });
      const isDue = retryAt === null || retryAt <= now;
      return joinSentences([sentence, !isDue && t('bulk.nextTry', { when: format.relative(retryAt, now) })]);
    }
    case 'stopped':
      return t('bulk.stopped', { of: of(done + failed + uncertain, total) });
    case 'done':
      return '';
  }
}

/** Failures and undecided files of an ended job. */
export function openIssues({ failed, uncertain }: BulkJob): readonly string[] {
  return [
    ...(failed > 0 ? [plural('bulk.failed', failed)] : []),
    ...(uncertain > 0 ? [plural('bulk.uncertain', uncertain)] : []),
  ];
}

/** Which files a move leaves out, because they are in the folder already; empty where it leaves out none. */
export function stayingSentence(files: readonly BulkFile[], folder: FolderRef): string {
  const staying = files.filter(({ folderId }) => folderId === folder.id);
  const name = folderName(folder);
  if (staying.length === 0) return '';
  if (staying.length === files.length) return plural('files.alreadyThere', files.length, { folder: name });
  return t('files.staysThere', { folder: name, list: namedList(staying.map(titleOf)) });
}

const reasons: Readonly<Record<string, PlainKey>> = {
  mismatch: 'bulk.why.mismatch',
  'changed-since': 'bulk.why.changedSince',
  'folder-gone': 'bulk.why.folderGone',
  uncertain: 'bulk.why.uncertain',
  'not-found': 'bulk.why.notFound',
  refused: 'bulk.why.refused',
};

/** Why files did not come out as asked. */
function reasonSentence({ kind }: BulkJob, { code, msg }: Pick<BulkFailure, 'code' | 'msg'>): string {
  if (code === 'unchanged') return kind === 'clone' ? t('bulk.why.noCopy') : t('bulk.why.unchanged');
  const key = reasons[code];
  if (key === undefined) return problemSentence({ code: code as ProblemCode, msg });
  const message = code === 'mismatch' || msg === null ? '' : msg.trim();
  return message === '' ? t(key) : t('problem.serviceSays', { sentence: t(key), msg: message });
}

/** A heading, or a file under one. */
export type FailureLine =
  | { readonly kind: 'reason'; readonly sentence: string; readonly count: number }
  | { readonly kind: 'file'; readonly failure: BulkFailure };

/** Failures by their reasons, those with the most files first. */
export function failureLines(job: BulkJob, failures: readonly BulkFailure[]): readonly FailureLine[] {
  const groups = [...Map.groupBy(failures, (failure) => reasonSentence(job, failure))];
  groups.sort(([, a], [, b]) => b.length - a.length);
  return groups.flatMap(([sentence, group]): FailureLine[] => [
    { kind: 'reason', sentence, count: group.length },
    ...group.map((failure) => ({ kind: 'file', failure }) as const),
  ]);
}

/** One line for each file: code, title and reason, for a spreadsheet or a message. */
export function failuresText(job: BulkJob, failures: readonly BulkFailure[]): string {
  const plain = (text: string) => text.replace(/\s+/g, ' ');
  return failures
    .map((each) =>
      [each.fileCode, each.title ?? '', withoutIsolates(reasonSentence(job, each))].map(plain).join('\t'),
    )
    .join('\n');
}
