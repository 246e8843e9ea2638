/** Draws nothing without jobs. */
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { isActive } from '../../lib/bulk/job.ts';
import type { BulkJob } from '../../lib/bulk/work.ts';
import type { MessageName } from '../../lib/protocol.ts';
import { Button, IconButton } from '../button/Button.tsx';
import { useFocusFallback } from '../focus/useFocusFallback.ts';
import { createTimeLeft } from '../format/time-left.ts';
import { Icon, type IconName } from '../icons/Icon.tsx';
import { lazy } from '../lazy.tsx';
import type { Feedback } from '../notice/useFeedback.ts';
import { useNow, usePageApi } from '../page-api.ts';
import { Progress } from '../progress/Progress.tsx';
import { joinSentences, plural, t } from '../text.ts';
import { undoJob } from '../undo/undo.ts';
import { hasEndedWell, isQueued, isRead, jobShare, type SeenJob, shownJobs, takeMostUrgent } from './jobs.ts';
import { kindWording } from './kinds.ts';
import { UndoKeys } from './UndoKeys.tsx';
import { isUndo, jobDetail, jobTitle, openIssues } from './wording.ts';
import './bulk.css';

export interface BulkJobsProps {
  readonly accountId: string;
  /** Oldest first. */
  readonly jobs: readonly BulkJob[];
  readonly feedback: Feedback;
  /** The focused job was removed. */
  readonly onFocusLost: () => void;
}

/** More would leave no room for the files. */
const maxListed = 2;

const FailuresDialog = lazy(() => import('./FailuresDialog.tsx'), 'FailuresDialog');

type JobCommand = Extract<MessageName, 'bulk.stop' | 'bulk.resume' | 'bulk.dismiss'>;

export function BulkJobs(props: BulkJobsProps) {
  const { accountId, jobs, feedback, onFocusLost } = props;
  const pageApi = usePageApi();
  const now = useNow(jobs.some(({ state, retryAtMs }) => state === 'waiting' || retryAtMs !== null) ? 1 : 10);
  const [timeLeft] = useState(createTimeLeft);
  const [openId, setOpenId] = useState<string | null>(null);
  const announcement = useEndAnnouncement(jobs);
  const listable = shownJobs(jobs, now);
  const seen = useSeenJob(listable, now);
  const shown = listable.filter((job) => !isRead(job, seen, now));
  const [isAll, setAll] = useState(false);
  const mostUrgent = takeMostUrgent(shown, maxListed);
  const moreCount = shown.length - mostUrgent.length;
  const { rows, hold } = useHeldRows(isAll ? shown : mostUrgent, jobs);
  const opened = jobs.find(({ id }) => id === openId);
  const askedJob = useRef<BulkJob | null>(null);
  async function ask(command: JobCommand, job: BulkJob): Promise<void> {
    // The job changes a moment after the response.
    if (askedJob.current === job) return;
    askedJob.current = job;
    if (!(await feedback.run(pageApi.send(command, { id: job.id }), () => null))) askedJob.current = null;
  }
  const undo = (job: BulkJob) => undoJob({ account: { id: accountId }, pageApi, feedback }, job);
  // A job's buttons change with its state.
  useFocusFallback('.bulk-job, .failures', (container) => {
    container.querySelector<HTMLElement>('.bulk-actions button')?.focus();
    if (document.activeElement === document.body) onFocusLost();
  });

  return (
    <>
      {rows.length > 0 && (
        <section class="bulk-jobs stack gap-1" aria-label={t('bulk.jobs')}>
          {moreCount > 0 && (
            <button
              type="button"
              class="bare-button link-button bulk-more small"
              aria-expanded={isAll}
              onClick={() => setAll(!isAll)}
            >
              {plural('bulk.more', moreCount)}
            </button>
          )}
          <ul class="stack gap-1" {...hold}>
            {/* The list grows upwards, so a new job moves no other. */}
            {rows.toReversed().map((job) => (
              <li key={job.id} class="bulk-job media gap-2 raised forced-frame">
                <Job
                  job={job}
                  detail={jobDetail(
                    job,
                    isQueued(job, jobs),
                    now,
                    timeLeft(job.id, job.state === 'working' ? jobShare(job) : null, now),
                  )}
                  ask={ask}
                  undo={undo}
                  onFailures={() => setOpenId(job.id)}
                />
              </li>
            ))}
          </ul>
        </section>
      )}
      <UndoKeys accountId={accountId} feedback={feedback} showsJobs />
      <p class="visually-hidden" role="status">
        {announcement}
      </p>
      {opened && (
        <FailuresDialog
          job={opened}
          // Another job's dialog may be open by then.
          onClose={() => setOpenId((id) => (id === opened.id ? null : id))}
        />
      )}
    </>
  );
}

/** While the pointer or the focus is on the rows, none gives way to another job. */
function useHeldRows(wanted: readonly BulkJob[], jobs: readonly BulkJob[]) {
  const [isHeld, setHeld] = useState(false);
  const shownIds = useRef<ReadonlySet<string>>(new Set());
  const isKept = (job: BulkJob) => isHeld && shownIds.current.has(job.id) && !job.isUndone;
  const rows = jobs.filter((job) => wanted.includes(job) || isKept(job));
  shownIds.current = new Set(rows.map(({ id }) => id));
  const isEmpty = rows.length === 0;
  useLayoutEffect(() => {
    if (isEmpty) setHeld(false);
  }, [isEmpty]);
  const start = () => setHeld(true);
  const end = () => setHeld(false);
  return { rows, hold: { onPointerEnter: start, onFocusIn: start, onPointerLeave: end, onFocusOut: end } };
}

/** When the last successful job was first seen, on any page. */
function useSeenJob(jobs: readonly BulkJob[], now: number): SeenJob | null {
  const id = jobs.findLast(hasEndedWell)?.id;
  const [seen, setSeen] = useState(readSeenJob);
  useEffect(() => {
    if (id === undefined || readSeenJob()?.id === id) return;
    localStorage.setItem('seenJob', `${id} ${now}`);
    setSeen({ id, atMs: now });
  }, [id]);
  return seen;
}

function readSeenJob(): SeenJob | null {
  const [id = '', at = ''] = localStorage.getItem('seenJob')?.split(' ') ?? [];
  return id === '' ? null : { id, atMs: Number(at) };
}

/** Announces the result of the last job that ended while it was shown. */
function useEndAnnouncement(jobs: readonly BulkJob[]): string {
  const before = useRef<ReadonlySet<string>>(new Set());
  const [announcement, setAnnouncement] = useState('');
  useEffect(() => {
    const last = jobs.findLast((job) => job.state === 'done' && before.current.has(job.id));
    if (last) setAnnouncement(joinSentences([jobTitle(last), ...openIssues(last)]));
    before.current = new Set(jobs.filter(isActive).map(({ id }) => id));
  }, [jobs]);
  return announcement;
}

interface JobProps {
  readonly job: BulkJob;
  readonly detail: string;
  readonly ask: (command: JobCommand, job: BulkJob) => Promise<void>;
  readonly undo: (job: BulkJob) => Promise<unknown>;
  readonly onFailures: () => void;
}

function Job({ job, detail, ask, undo, onFailures }: JobProps) {
  const { state, failed, uncertain, canUndo, isUndone } = job;
  const title = jobTitle(job);
  const isGoing = isActive(job);
  const issues = openIssues(job);
  const isLine = hasEndedWell(job);
  return (
    <>
      <Icon name={getIcon(job)} class={`line-icon tone-${getTone(job)}`} />
      <div class="bulk-text stack gap-half">
        <p class={isLine ? 'clamp' : 'break-anywhere'} title={isLine ? title : undefined}>
          {title}
        </p>
        {detail !== '' && <p class="small tone-quiet numbers break-anywhere">{detail}</p>}
        {issues.length > 0 && (
          <p class="small">
            {joinSentences(issues)}{' '}
            <button type="button" class="bare-button link-button" onClick={onFailures}>
              {failed > 0 ? t('bulk.showFailed') : t('bulk.decide')}
            </button>
          </p>
        )}
        {isGoing && <Progress label={title} share={jobShare(job)} text={detail} />}
      </div>
      <div class="bulk-actions flow">
        {isGoing && (
          <Button isSmall onClick={() => ask('bulk.stop', job)} label={t('bulk.stopNamed', { title })}>
            {t('bulk.stop')}
          </Button>
        )}
        {(state === 'waiting' || (state === 'stopped' && !isUndone)) && (
          <Button isSmall onClick={() => ask('bulk.resume', job)}>
            {state === 'waiting' ? t('bulk.tryNow') : t('bulk.goOn')}
          </Button>
        )}
        {canUndo && (
          <Button
            isSmall
            kind="quiet"
            onClick={() => undo(job)}
            label={t(isUndo(job) ? 'bulk.redoNamed' : 'bulk.undoNamed', { title })}
          >
            {t(isUndo(job) ? 'common.redo' : 'common.undo')}
          </Button>
        )}
        {!isGoing && (
          <IconButton
            icon="cross"
            label={uncertain > 0 ? t('bulk.forget') : t('common.dismiss')}
            onClick={() => ask('bulk.dismiss', job)}
          />
        )}
      </div>
    </>
  );
}

function getIcon({ state, failed, uncertain, kind }: BulkJob): IconName {
  if (state === 'waiting') return 'clock';
  if (state === 'stopped') return 'pause';
  if (state !== 'done') return kindWording[kind].icon;
  return failed > 0 ? 'warning' : uncertain > 0 ? 'question' : 'done';
}

function getTone({ state, failed, uncertain }: BulkJob): 'quiet' | 'warn' | 'good' | 'moving' {
  if (state === 'waiting' || failed + uncertain > 0) return 'warn';
  if (state === 'stopped') return 'quiet';
  return state === 'done' ? 'good' : 'moving';
}
