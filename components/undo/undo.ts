/**
 * A page's changes, with the ids that the background needs to undo them. The undo of a job is recorded until it is read as a job. Loaded
 * with the first change.
 */
import type { Account } from '../../lib/accounts/account.ts';
import type { BulkJob } from '../../lib/bulk/work.ts';
import type { Send } from '../../lib/protocol.ts';
import { isJobId, toUndoId } from '../../lib/undo-id.ts';
import type { AboutUploads } from '../notice/about-uploads.ts';
import type { NoticeContent, NoticeTone } from '../notice/notice-content.ts';
import type { Feedback } from '../notice/useFeedback.ts';
import type { PageApi } from '../page-api.ts';
import { toProblem } from '../problem/problem.ts';
import { joinFacts, t } from '../text.ts';
import type { Change } from './undo-stack.ts';

/** Rows and the Files screen have it. */
export interface UndoContext {
  readonly account: Pick<Account, 'id'>;
  readonly pageApi: Pick<PageApi, 'send' | 'now'>;
  readonly feedback: Feedback;
}

interface Texts {
  readonly tone?: NoticeTone;
  readonly text: string;
  /** The uploads in the text, also after a redo. */
  readonly about?: AboutUploads | undefined;
  readonly undoneText?: string;
  readonly undoneAbout?: AboutUploads | undefined;
  readonly onUndo?: () => void;
}

/** Empty: it can't be undone. Rejects if the change failed. */
type UndoIds = Promise<readonly string[]>;

export interface PageChange extends Change {
  /** Can recur: undoing a link that was sent again is the same as before. */
  key: string;
  readonly accountId: string;
  readonly ids: UndoIds;
  /** It can no longer be undone. */
  isFinal: boolean;
  undo(by: UndoContext): unknown;
}

interface Log {
  /** Oldest first. */
  changes: readonly PageChange[];
}

/** Each page has its own `send`. */
const logs = new WeakMap<Send, Log>();
let count = 0;

export function getLog({ pageApi: { send } }: Pick<UndoContext, 'pageApi'>): Log {
  const log = logs.get(send) ?? { changes: [] };
  logs.set(send, log);
  return log;
}

type NewChange = Pick<PageChange, 'undoes' | 'ids' | 'undo'> & Partial<Pick<PageChange, 'isFinal'>>;

function addChange(context: UndoContext, given: NewChange): PageChange {
  const log = getLog(context);
  count += 1;
  const change: PageChange = {
    isFinal: false,
    ...given,
    key: `change ${count}`,
    atMs: context.pageApi.now(),
    accountId: context.account.id,
  };
  log.changes = [...log.changes, change];
  change.ids.then(
    (ids) => {
      change.isFinal ||= ids.length === 0;
      const [id] = ids;
      // The key that the job has when it is read.
      if (id !== undefined && ids.length === 1 && isJobId(id)) change.key = id;
    },
    () => {
      log.changes = log.changes.filter((each) => each !== change);
    },
  );
  return change;
}

/**
 * Records a change, which may still be running. Returns its notice with Undo.
 *
 * @param ids empty: it can't be undone, and the notice has no button
 */
export function recordChange(
  context: UndoContext,
  texts: Texts,
  ids: readonly string[] | UndoIds,
): NoticeContent {
  const { tone = 'good', text, about } = texts;
  if ('length' in ids && ids.length === 0) return { tone, text, ...(about && { about }) };
  return addNoticed(context, texts, { undoes: null, ids: Promise.resolve(ids) }, 'common.undo');
}

function addNoticed(
  context: UndoContext,
  texts: Texts,
  given: Pick<NewChange, 'undoes' | 'ids'>,
  label: 'common.undo' | 'common.redo',
): NoticeContent {
  const { feedback } = context;
  const { tone = 'good', text, about, undoneText = t('bulk.activity.undone'), undoneAbout } = texts;
  const back = label === 'common.undo' ? 'common.redo' : 'common.undo';
  const change = addChange(context, {
    ...given,
    async undo(by) {
      // The notice no longer applies, and may be in another view.
      if (by.feedback.show !== feedback.show) feedback.show(null, action);
      texts.onUndo?.();
      const undoing = undo(by, change);
      // The next press takes the previous change.
      undoing.catch((error: unknown) => {
        change.isFinal ||= toProblem(error).code === 'gone';
      });
      const next = { text: undoneText, about: undoneAbout, undoneText: text, undoneAbout: about };
      const noticeNow = addNoticed(by, next, { undoes: change.key, ids: getUndoIds(undoing) }, back);
      // The failure was already shown.
      if (!(await succeeds(change.ids))) return;
      await by.feedback.run(undoing, (undone) => {
        if (undone === null) return { tone: 'info', text: t('files.nothingToUndo') };
        const { kept } = undone;
        if (undone.undo.length === 0)
          return kept > 0
            ? { tone: 'info', text: t('pageToast.tooLate') }
            : { ...noticeNow, action: undefined };
        if (kept === 0) return noticeNow;
        // The first text may count all.
        const isUndo = label === 'common.undo';
        const text = joinFacts([isUndo && undoneText, t('common.unchanged', { count: kept })]);
        return { ...noticeNow, tone: 'info', text };
      });
    },
  });
  const isCancelAction = about?.isNew === true;
  const action = { label: t(label), isCancelAction, onClick: () => undoOnce(context, change) };
  return { tone, text, action, ...(about && { about }) };
}

/** Null if there is nothing to undo. */
async function undo({ pageApi }: UndoContext, { ids }: Pick<PageChange, 'ids'>) {
  const known = await ids;
  return known.length > 0 ? pageApi.send('changes.undo', { ids: known }) : null;
}

const getUndoIds = (undoing: ReturnType<typeof undo>): UndoIds =>
  undoing.then((undone) => undone?.undo ?? []);

const succeeds = (work: Promise<unknown>): Promise<boolean> =>
  work.then(
    () => true,
    () => false,
  );

export function undoOnce(context: UndoContext, change: PageChange): unknown {
  const known = getLog(context).changes.find(({ undoes }) => undoes === change.key);
  return known ? succeeds(known.ids) : change.undo(context);
}

export const jobKey = (jobId: string): string => toUndoId({ kind: 'job', jobId });

/**
 * Starts the job that undoes another one, once.
 * @param says shown once it has started
 */
export function undoJob(context: UndoContext, { id }: BulkJob, says: string | null = null): Promise<boolean> {
  const undoes = jobKey(id);
  const known = getLog(context).changes.find((each) => each.undoes === undoes);
  if (known) return succeeds(known.ids);
  const undoing = undo(context, { ids: Promise.resolve([undoes]) });
  const ids = getUndoIds(undoing);
  // Until it is read as a job, under the same key.
  const change = addChange(context, { undoes, ids, isFinal: true, undo: () => {} });
  ids.then(
    ([key = change.key]) => {
      change.key = key;
    },
    () => {},
  );
  return context.feedback.run(undoing, () => says);
}
