/** Acts on all uploads with the same cause, with one permission prompt, one notice and one undo. */
import type { UploadItem } from '../../lib/uploads/upload-items.ts';
import { withMoreCount } from '../format/named-list.ts';
import type { IconAction, MenuGroups } from '../menu/action.ts';
import { type Feedback, feedbackAbout } from '../notice/useFeedback.ts';
import { failureNotice } from '../problem/wording.ts';
import { joinFacts, t } from '../text.ts';
import { recordChange } from '../undo/undo.ts';
import { createRowActions, type RowContext } from './row-actions.ts';
import { type ActionName, getLikelyActions } from './upload-actions.ts';
import { menusByState } from './upload-menu.ts';

interface Outcome {
  readonly result: unknown;
  readonly notice: () => ReturnType<Parameters<Feedback['run']>[1]>;
}

const removals: ReadonlySet<ActionName> = new Set(['remove', 'dismiss', 'dismissFailed']);

const uncertainActions: ReadonlySet<ActionName> = new Set(['checkAgain', 'sendAgain']);

/** @param members of one cause (`groupRows`) */
export function actionsForCause(
  members: readonly UploadItem[],
  context: RowContext,
): { readonly buttons: readonly IconAction[]; readonly menu: MenuGroups } {
  const [lead] = members;
  if (lead === undefined) return { buttons: [], menu: [] };
  const leadActions = createRowActions(lead, context);
  const isExternal = lead.upload.source === 'external';
  const isShared = (name: string): name is ActionName =>
    Object.hasOwn(leadActions, name) && !(isExternal && name === 'changeFolder');
  const { first = [], removal = [] } = menusByState[lead.state];
  const names = new Set([...getLikelyActions(lead), ...first, ...removal]);
  const all = [...names].filter(isShared).flatMap((name) => {
    const action = leadActions[name];
    return action ? [{ name, action: { ...action, run: () => runForAll(name, members, context) } }] : [];
  });
  const buttons = all.filter(({ name }) => !removals.has(name)).slice(0, 2);
  return {
    buttons: buttons.map(({ action }) => action),
    menu: [all.filter((each) => !buttons.includes(each)).map(({ action }) => action)],
  };
}

function runForAll(name: ActionName, members: readonly UploadItem[], context: RowContext): unknown {
  const { pageApi, feedback } = context;
  const [lead, ...others] = members;
  if (lead === undefined) return;
  if (name === 'changeFolder') return context.ask({ what: 'folder', item: lead, others });
  const patterns = new Set<string>();
  const answer = Promise.withResolvers<boolean>();
  const requestHost = (...each: readonly string[]) => {
    for (const pattern of each) patterns.add(pattern);
    return answer.promise;
  };
  const started = members.flatMap((item) => {
    const { promise, resolve } = Promise.withResolvers<() => Promise<Outcome>>();
    const run: Feedback['run'] = (work, done) => {
      resolve(async () => {
        const result = await work;
        return { result, notice: () => done(result) };
      });
      return work.then(
        () => true,
        () => false,
      );
    };
    const own = { ...context, feedback: { ...feedback, run }, pageApi: { ...pageApi, requestHost } };
    const action = createRowActions(item, own)[name];
    action?.run();
    return action ? [promise] : [];
  });
  // Within the click, as browsers require. Don't wait, because the browser may never respond.
  const isAsking = patterns.size > 0;
  if (isAsking) pageApi.requestHost(...patterns).then(answer.resolve, answer.reject);
  const about = feedbackAbout(feedback, { ids: members.map(({ upload: { id } }) => id) });
  const ended = about.run(finishAll(started), ({ outcomes, undo, failure }) => {
    if (removals.has(name)) {
      const removed = recordChange(context, { text: t('uploads.outcome.clearedFailed') }, undo);
      return failure ? { ...removed, ...failureNotice(failure.reason) } : removed;
    }
    const refused = outcomes.find(({ result }) => result === false);
    if (refused) return refused.notice();
    // Uncertain uploads haven't failed.
    const notice = uncertainActions.has(name) ? outcomes[0]?.notice() : null;
    return typeof notice === 'string'
      ? joinFacts([notice, ...withMoreCount([], outcomes.length - 1)])
      : t('uploads.outcome.restarted');
  });
  return isAsking ? undefined : ended;
}

/** One failure doesn't stop the others. Rejects with it unless something can be undone. */
async function finishAll(started: readonly Promise<() => Promise<Outcome>>[]) {
  const works = (await Promise.all(started)).map((start) => start());
  const ended = await Promise.allSettled(works);
  const outcomes = ended.flatMap((each) => (each.status === 'fulfilled' ? each.value : []));
  const failure = ended.find((each) => each.status === 'rejected');
  const undo = outcomes.flatMap(({ result }) => getUndoIds(result));
  if (failure && undo.length === 0) throw failure.reason;
  return { outcomes, undo, failure };
}

const getUndoIds = (result: unknown): readonly string[] =>
  typeof result === 'object' && result !== null && 'undo' in result ? (result.undo as readonly string[]) : [];
