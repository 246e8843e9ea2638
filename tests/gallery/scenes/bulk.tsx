/** `scripts/bulk.ts` types in these dialogs. */
import type { ComponentChild } from 'preact';
import { BulkJobs, type BulkJobsProps } from '../../../components/bulk/BulkJobs.tsx';
import { CheckDialog } from '../../../components/bulk/CheckDialog.tsx';
import { CloneDialog } from '../../../components/bulk/CloneDialog.tsx';
import { FailuresDialog } from '../../../components/bulk/FailuresDialog.tsx';
import { MoveDialog } from '../../../components/bulk/MoveDialog.tsx';
import type { MoveTask } from '../../../components/bulk/plan-work.ts';
import { RenamePatternDialog } from '../../../components/bulk/RenamePatternDialog.tsx';
import { NoticeArea } from '../../../components/notice/Notice.tsx';
import { useFeedback } from '../../../components/notice/useFeedback.ts';
import type { CheckedLink, LinkCheck } from '../../../lib/bulk/link-check/checked-link.ts';
import type { BulkFailure, BulkJob } from '../../../lib/bulk/work.ts';
import { type Fake, fails } from '../fake-page-api.ts';
import * as bulk from '../samples/bulk.ts';
import { demo, now } from '../samples/sample.ts';
import { manager, type Scene } from './scene.tsx';

const nothing = () => {};

const scene = (content: ComponentChild, fake: Fake = { 'bulk.start': () => ({ id: '9' }) }): Scene => ({
  services: fake,
  content: (
    <main style={{ padding: '16px' }}>
      <h1 class="visually-hidden">Linkhaul</h1>
      {content}
    </main>
  ),
});

/** 5,000 links, some unchecked. */
function checked({ open = 0, isStopped = false }): LinkCheck {
  const results: readonly Partial<CheckedLink>[] = [
    { verdict: 'there' },
    { verdict: 'gone', reason: 'not-found', msg: 'Not found or not your file' },
    { verdict: 'there', reason: 'takedown' },
    { verdict: 'unknown', reason: 'no-account', text: 'https://players.example/e/abcdefghijkl' },
    { verdict: 'left-out', text: 'My holiday, the second part of it', fileCode: null },
    { verdict: 'gone', reason: 'missing' },
    { verdict: 'unknown', reason: 'other-code' },
    { verdict: 'unknown', reason: 'timeout' },
  ];
  const links = Array.from({ length: 5_000 }, (_, at): CheckedLink => {
    const fileCode = `code${1_000_000 + at}`;
    const link = { line: at + 1, text: `https://files.example/d/${fileCode}`, fileCode, accountIds: [] };
    const result = at < 5_000 - open ? results[at % results.length] : { verdict: null };
    return { ...link, verdict: null, reason: null, msg: null, ...result };
  });
  return { startedAtMs: now, accountIds: [demo.id], isStopped, links };
}

const checkScene = (linkCheck: LinkCheck | null): Scene => ({
  ...scene(<CheckDialog account={demo} codeLengths={new Set()} onClose={nothing} />, {}),
  page: { linkCheck },
});

function Jobs({ jobs }: Pick<BulkJobsProps, 'jobs'>) {
  const feedback = useFeedback();
  return (
    <>
      <BulkJobs accountId={demo.id} jobs={jobs} feedback={feedback} onFocusLost={nothing} />
      <NoticeArea {...feedback} />
    </>
  );
}

const jobs = (list: readonly BulkJob[], fake: Fake = {}): Scene => ({
  ...scene(<Jobs jobs={list} />, fake),
  page: { failures: bulk.someFailures, jobs: list },
});

const move = (task: MoveTask, fake?: Fake) =>
  scene(<MoveDialog accountId="a1" task={task} onClose={nothing} />, fake);

const clone = (fake?: Fake) =>
  scene(
    <CloneDialog
      accountId="a1"
      hosts={['files.example']}
      folder={null}
      titleOf={(code) => (code === 'k3v9x2m7q4ab' ? 'Big Buck Bunny' : null)}
      onClose={nothing}
    />,
    fake,
  );

const rename = (count: number, fake?: Fake) => {
  const files = bulk.patternFiles(count);
  return scene(<RenamePatternDialog accountId="a1" files={files} onClose={nothing} />, fake);
};

const failures = (job: BulkJob, list: readonly BulkFailure[], fake?: Fake): Scene => ({
  ...scene(<FailuresDialog job={job} onClose={nothing} />, fake),
  page: { failures: list },
});
const failing = bulk.ended({ failed: 7, done: 493, verified: 493 });
const files = bulk.patternFiles(12);

export const bulkScenes: Readonly<Record<string, () => Scene>> = {
  'manager-bulk-one': () => jobs(bulk.oneJob),
  'manager-bulk-checking': () => jobs(bulk.checkingJob),
  'manager-bulk-waiting': () => jobs(bulk.waitingJobs),
  'manager-bulk-held': () => jobs(bulk.heldJob),
  'manager-bulk-undo': () => jobs(bulk.undoJobs),
  'manager-bulk-done': () => jobs(bulk.doneJob),
  'manager-bulk-every-state': () => jobs(bulk.everyJob),
  'manager-bulk-long': () => jobs(bulk.longJobs),
  'manager-bulk-service-error': () => jobs(bulk.doneJob, { 'changes.undo': fails('gone') }),
  'popup-bulk-every-state': () => jobs(bulk.everyJob),
  'popup-bulk-long': () => jobs(bulk.longJobs),

  'manager-bulk-failures': () => failures(failing, bulk.someFailures),
  'manager-bulk-failures-many': () => failures(bulk.ended({ failed: 5_000 }), bulk.manyFailures),
  'manager-bulk-failures-going': () => failures(bulk.job({ failed: 7 }), bulk.someFailures),
  'manager-bulk-failures-none': () => failures(bulk.ended({}), []),
  'manager-bulk-uncertain': () =>
    failures(bulk.ended({ kind: 'clone', uncertain: 2, canUndo: false }), bulk.uncertainClones),
  'popup-bulk-failures': () => failures(failing, bulk.someFailures),

  'manager-bulk-move': () => move({ kind: 'move', files }),
  'manager-bulk-clone-files': () => move({ kind: 'clone', files }),
  'manager-bulk-contents': () =>
    move({ kind: 'move-contents', source: { id: '12', name: 'Lectures' }, tree: bulk.contents }),
  'manager-bulk-move-service-error': () =>
    move({ kind: 'move', files }, { 'bulk.start': fails('unexpected') }),
  'popup-bulk-contents': () =>
    move({ kind: 'move-contents', source: { id: '12', name: 'Lectures' }, tree: bulk.contents }),

  'manager-check': () => checkScene(null),
  'manager-check-results': () => checkScene(checked({})),
  'manager-check-running': () => checkScene(checked({ open: 3_200 })),
  'manager-check-stopped': () => checkScene(checked({ open: 3_200, isStopped: true })),
  'popup-check-results': () => checkScene(checked({})),
  'manager-bulk-paste': () => clone(),
  'popup-bulk-paste': () => clone(),

  'manager-bulk-rename': () => rename(7),
  'manager-bulk-rename-many': () => rename(10_000),
  'popup-bulk-rename': () => rename(7),

  'manager-bulk-activity': () => manager({ activity: bulk.activity }, {}, '#activity'),
};
