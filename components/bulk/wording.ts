import { isActive } from '../../lib/bulk/job.ts';
import type { BulkFailure, BulkJob, BulkReason } from '../../lib/bulk/work.ts';
import { withoutIsolates } from '../../lib/texts/plain.ts';
import type { NoticeContent } from '../notice/notice-content.ts';
import { problemSentence, problemSentences } from '../problem/wording.ts';
import { format, joinFacts, joinSentences, type PlainKey, plural, t } from '../text.ts';
import { kindWording } from './kinds.ts';

export const isUndo = ({ undoes, isRedo }: BulkJob): boolean => undoes !== null && !isRedo;

export function jobTitle(job: BulkJob): string {
  const { total, done } = job;
  const { doing, did, undoing, undid } = kindWording[job.kind];
  // For a redo, the folder may be unknown.
  const isBack = isUndo(job) || (job.isRedo && job.folder === null && job.kind === 'move');
  return isActive(job) ? (isBack ? undoing : doing)(total, job) : (isBack ? undid : did)(done, job);
}

/** Empty if the title says everything. */
export function jobDetail(job: BulkJob, isQueued: boolean, now: number, secondsLeft: number | null = null) {
  const { state, total, done, verified, failed, uncertain, problem, retryAtMs } = job;
  const of = (some: number, all: number) =>
    t('bulk.of', { done: format.number(some), total: format.number(all) });
  const progress = of(done + failed + uncertain, total);
  if (isQueued) return t('bulk.queued');
  const when = retryAtMs === null || retryAtMs <= now ? null : format.relative(retryAtMs, now);
  switch (state) {
    case 'working':
      return joinFacts([
        progress,
        secondsLeft !== null && t('uploads.left', { time: format.duration(secondsLeft) }),
      ]);
    case 'checking':
      return joinFacts([
        done > 0 && t('bulk.checking', { of: of(verified, done) }),
        when !== null && joinSentences([t('bulk.mayChange'), t('uploads.uncertainChecking', { when })]),
      ]);
    case 'waiting': {
      const sentence = problemSentence({ code: problem ?? 'network', msg: null });
      return joinSentences([sentence, when !== null && t('bulk.nextTry', { when })]);
    }
    case 'stopped':
      return t('bulk.stopped', { of: progress });
    case 'done':
      return '';
  }
}

export function openIssues({ failed, uncertain }: BulkJob): readonly string[] {
  return [
    ...(failed > 0 ? [plural('bulk.failed', failed)] : []),
    ...(uncertain > 0 ? [plural('bulk.uncertain', uncertain)] : []),
  ];
}

/** For a notice about the job. */
export function endNotice(job: BulkJob): NoticeContent {
  const issues = openIssues(job);
  return {
    tone: issues.length > 0 ? 'warn' : 'good',
    text: joinSentences([(job.done > 0 || issues.length === 0) && jobTitle(job), ...issues]),
  };
}

const reasons: Readonly<Record<BulkReason, PlainKey>> = {
  ...problemSentences,
  unchanged: 'bulk.why.unchanged',
  mismatch: 'bulk.why.mismatch',
  unconfirmed: 'bulk.why.unconfirmed',
  'changed-since': 'bulk.why.changedSince',
  'folder-gone': 'bulk.why.folderGone',
  uncertain: 'bulk.why.uncertain',
  'not-found': 'bulk.why.notFound',
  refused: 'bulk.why.refused',
};

function reasonSentence({ kind }: BulkJob, { code, msg }: Pick<BulkFailure, 'code' | 'msg'>): string {
  const sentence = t(code === 'unchanged' ? kindWording[kind].unchanged : reasons[code]);
  const message = code === 'mismatch' || msg === null ? '' : msg.trim();
  return message === '' ? sentence : t('problem.serviceSays', { sentence, msg: message });
}

export type FailureLine =
  | { readonly kind: 'reason'; readonly sentence: string; readonly count: number }
  | { readonly kind: 'file'; readonly failure: BulkFailure };

/** Most files first. */
export function failureLines(job: BulkJob, failures: readonly BulkFailure[]): readonly FailureLine[] {
  const groups = [...Map.groupBy(failures, (failure) => reasonSentence(job, failure))];
  groups.sort(([, a], [, b]) => b.length - a.length);
  return groups.flatMap(([sentence, group]): FailureLine[] => [
    { kind: 'reason', sentence, count: group.length },
    ...group.map((failure) => ({ kind: 'file', failure }) as const),
  ]);
}

/** One line per file, for a spreadsheet or a message. */
export function failuresText(job: BulkJob, failures: readonly BulkFailure[]): string {
  const plain = (text: string) => text.replace(/\s+/g, ' ');
  return failures
    .map((each) =>
      [each.fileCode, each.title ?? '', withoutIsolates(reasonSentence(job, each))].map(plain).join('\t'),
    )
    .join('\n');
}
