import { expect, it } from 'vitest';
import type { NoticeContent } from '../../../components/notice/notice-content.ts';
import type { Feedback } from '../../../components/notice/useFeedback.ts';
import { getLog, recordChange, type UndoContext, undoJob } from '../../../components/undo/undo.ts';
import { createUndoStack } from '../../../components/undo/undo-stack.ts';
import type { BulkJob } from '../../../lib/bulk/work.ts';
import { type Problem, ProblemError, type Send } from '../../../lib/protocol.ts';

/** @param answers to `changes.undo` in order: ids of the opposite changes, or all of the response, or an error */
function setUp(
  ...answers: readonly (
    | readonly string[]
    | { readonly undo: readonly string[]; readonly kept: number }
    | Problem
  )[]
) {
  const sent: (readonly string[])[] = [];
  const shown: (NoticeContent | null)[] = [];
  const feedback: Feedback = {
    notice: null,
    show: (notice) => shown.push(notice),
    async run(work, done) {
      try {
        const content = done(await work);
        shown.push(typeof content === 'string' ? { tone: 'good', text: content } : content);
        return true;
      } catch {
        return false;
      }
    },
  };
  const send = (async (_: unknown, { ids }: { readonly ids: readonly string[] }) => {
    sent.push(ids);
    const answer = answers[sent.length - 1] ?? [];
    if ('code' in answer) throw new ProblemError(answer);
    return 'undo' in answer ? answer : { undo: answer, kept: 0 };
  }) as unknown as Send;
  let nowMs = 0;
  const context: UndoContext = { account: { id: 'a' }, pageApi: { send, now: () => (nowMs += 1) }, feedback };
  const stacks = () => {
    const { undo, redo } = createUndoStack(getLog(context).changes.filter(({ isFinal }) => !isFinal));
    return [undo.length, redo.length];
  };
  return { context, sent, shown, stacks, press: () => shown.at(-1)?.action?.onClick() };
}

it('undoes and redoes by button, even if ids recur', async () => {
  const { context, sent, shown, stacks, press } = setUp(['back'], ['sent'], ['back'], ['sent']);
  shown.push(recordChange(context, { text: 'Queued', undoneText: 'Removed' }, ['sent']));
  const said: unknown[] = [];
  for (let times = 0; times < 4; times += 1) {
    await press();
    const { text, action } = shown.at(-1) ?? {};
    said.push([text, action?.label, ...stacks()]);
  }
  expect(said).toEqual([
    ['Removed', 'Redo', 0, 1],
    ['Queued', 'Undo', 1, 0],
    ['Removed', 'Redo', 0, 1],
    ['Queued', 'Undo', 1, 0],
  ]);
  expect(sent).toEqual([['sent'], ['back'], ['sent'], ['back']]);
});

it('after a redo, the notice refers to its uploads again, as at first', async () => {
  const { context, shown, press } = setUp(['back'], ['sent']);
  const about = { ids: ['one'], isNew: true };
  shown.push(recordChange(context, { text: 'Queued', about, undoneText: 'Removed' }, ['sent']));
  await press();
  expect(shown.at(-1)).not.toHaveProperty('about');
  await press();
  expect(shown.at(-1)).toMatchObject({
    text: 'Queued',
    about,
    action: { label: 'Undo', isCancelAction: true },
  });
});

it('is undone once, however often the user presses the button', async () => {
  const { context, sent, shown } = setUp(['back']);
  const notice = recordChange(context, { text: 'Removed' }, ['one']);
  await Promise.all([notice.action?.onClick(), notice.action?.onClick()]);
  expect(sent).toEqual([['one']]);
  expect(shown.at(-1)).toMatchObject({ text: 'Undone', action: { label: 'Redo' } });
});

it('says how many uploads an undo or redo left unchanged', async () => {
  const partly = [
    { undo: ['back'], kept: 2 },
    { undo: ['sent'], kept: 1 },
    { undo: [], kept: 3 },
  ];
  const { context, shown, press } = setUp(...partly);
  shown.push(recordChange(context, { text: '3 links are queued.' }, ['sent']));
  await press();
  expect(shown.at(-1)).toMatchObject({ text: 'Undone · Unchanged: 2', action: { label: 'Redo' } });
  await press();
  expect(shown.at(-1)).toMatchObject({ text: 'Unchanged: 1', action: { label: 'Undo' } });
  await press();
  expect(shown.at(-1)).toEqual({ tone: 'info', text: 'It’s too late to undo this.' });
});

it('can be repeated after a failure, and is forgotten once it is gone', async () => {
  const { context, stacks } = setUp({ code: 'network', msg: null }, { code: 'gone', msg: null });
  const notice = recordChange(context, { text: 'Removed' }, ['one']);
  await notice.action?.onClick();
  expect(stacks()).toEqual([1, 0]);
  await notice.action?.onClick();
  expect(stacks()).toEqual([0, 0]);
});

it('has no button if it can’t be undone, and isn’t on the stack if it fails', async () => {
  const { context, stacks } = setUp();
  expect(recordChange(context, { text: 'Renamed' }, []).action).toBeUndefined();
  recordChange(context, { text: 'Moved' }, Promise.reject(new Error('It failed.')));
  await new Promise((resolve) => setTimeout(resolve));
  expect(stacks()).toEqual([0, 0]);
});

it('starts one job to undo another', async () => {
  const { context, sent } = setUp(['{"kind":"job","jobId":"2"}']);
  const job = { id: '1' } as BulkJob;
  await Promise.all([undoJob(context, job), undoJob(context, job)]);
  expect(sent).toEqual([['{"kind":"job","jobId":"1"}']]);
  expect(getLog(context).changes.map(({ key, undoes }) => [key, undoes])).toEqual([
    ['{"kind":"job","jobId":"2"}', '{"kind":"job","jobId":"1"}'],
  ]);
});
