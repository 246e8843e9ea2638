/** Three uploads with the same cause share one prompt, one notice and one undo. */
import { expect, it } from 'vitest';
import { actionsForCause } from '../../../components/uploads/cause-actions.ts';
import { toUploadItems } from '../../../lib/uploads/upload-items.ts';
import { account, demo, now, transfer, upload } from '../../gallery/samples/sample.ts';
import { sampleUncertainty } from '../../lib/uploads/samples.ts';

const items = toUploadItems(
  account(
    ['a', 'b', 'c'].map((id) =>
      transfer({
        id,
        url: `https://${id}.example/film`,
        state: 'failed',
        failure: { code: 'transfer-failed', msg: null },
      }),
    ),
  ),
);

function acting(
  answer: (message: string, id: string) => unknown = () => null,
  isAllowed = true,
  members = items,
) {
  const sent: unknown[] = [];
  const asked: unknown[] = [];
  const notices: unknown[] = [];
  const running: Promise<unknown>[] = [];
  const context = {
    account: demo,
    accounts: [demo],
    pageApi: {
      now: () => now,
      send: async (message: string, payload: { id: string; via?: string }) => {
        sent.push([message, payload.id, ...(payload.via ? [payload.via] : [])]);
        return answer(message, payload.id);
      },
      requestHost: async (...patterns: string[]) => {
        asked.push(patterns);
        return isAllowed;
      },
    },
    page: { isConnected: true, embed() {}, showFile() {}, chooseFile() {} },
    feedback: {
      notice: null,
      show() {},
      run(work: Promise<unknown>, done: (result: unknown) => unknown) {
        const run = work.then(
          (result) => void notices.push(done(result)),
          (error) => void notices.push(String(error)),
        );
        running.push(run);
        return run;
      },
    },
    queue: [],
    move() {},
    ask() {},
  } as never;
  const actions = actionsForCause(members, context);
  const press = async (label: string) => {
    const action = [...actions.buttons, ...actions.menu.flat()].find((each) => each.label === label);
    await action?.run();
    await Promise.all(running);
  };
  return { actions, press, sent, asked, notices };
}

it('has the two most likely actions as buttons, the others in the menu', () => {
  const { actions } = acting();
  expect(actions.buttons.map(({ label }) => label)).toEqual(['Try again', 'Upload through this browser']);
  expect(actions.menu.flat().map(({ label }) => label)).toEqual(['Change folder…', 'Dismiss']);
});

it('tries all of them again, with one notice', async () => {
  const { press, sent, notices } = acting();
  await press('Try again');
  expect(sent).toEqual(['a', 'b', 'c'].map((id) => ['uploads.retry', id]));
  expect(notices).toMatchObject([{ text: 'Trying failed uploads again.', about: { ids: ['a', 'b', 'c'] } }]);
});

it('says that uploads are being checked if they may have arrived', async () => {
  const uncertain = ['a', 'b', 'c'].map((title) =>
    upload({ title, state: 'uncertain', uncertainty: sampleUncertainty({ nextCheckAtMs: now }) }),
  );
  const { press, notices } = acting(undefined, true, toUploadItems(account(uncertain)));
  await press('Check again');
  expect(notices).toMatchObject([{ text: 'Checking the service for “a”… · 2 more' }]);
});

it('asks the browser once for all hosts', async () => {
  const { press, sent, asked, notices } = acting();
  await press('Upload through this browser');
  expect(asked).toEqual([['a', 'b', 'c'].map((id) => `https://${id}.example/*`)]);
  expect(sent).toEqual(['a', 'b', 'c'].map((id) => ['uploads.retry', id, 'browser']));
  expect(notices).toHaveLength(1);
  const denied = acting(undefined, false);
  await denied.press('Upload through this browser');
  expect(denied.notices).toMatchObject([{ tone: 'warn', text: expect.stringContaining('a.example') }]);
});

it('dismisses all of them, with one Undo', async () => {
  const { press, notices } = acting((_, id) => ({ undo: [`removal ${id}`] }));
  await press('Dismiss');
  expect(notices).toMatchObject([{ text: 'Failed uploads cleared.', action: { label: 'Undo' } }]);
});

it('names the one that can’t be dismissed, and can undo the others', async () => {
  const { press, notices } = acting((_, id) => {
    if (id === 'b') throw new Error('gone');
    return { undo: [`removal ${id}`] };
  });
  await press('Dismiss');
  expect(notices).toMatchObject([{ tone: 'bad', action: { label: 'Undo' } }]);
});

it('offers no other folder for transfers that were started outside Linkhaul', () => {
  const others = items.map((item) => ({ ...item, upload: { ...item.upload, source: 'external' as const } }));
  const { buttons, menu } = acting(undefined, true, others).actions;
  expect([...buttons, ...menu.flat()].map(({ label }) => label)).toEqual(['Try again', 'Dismiss']);
});

it('stops if one of them has no such action', async () => {
  const [first, ...others] = items;
  const mixed = [
    first,
    ...others.map((item) => ({ ...item, upload: { ...item.upload, url: 'ftp://a.example/b' } })),
  ];
  const { press, sent, notices } = acting(undefined, true, mixed as typeof items);
  await press('Upload through this browser');
  expect(sent).toEqual([['uploads.retry', 'a', 'browser']]);
  expect(notices).toHaveLength(1);
});

it('reports a failure, and still sends the others', async () => {
  const { press, sent, notices } = acting((_, id) => {
    if (id === 'a') throw new Error('gone');
    return null;
  });
  await press('Try again');
  expect(sent).toHaveLength(3);
  expect(notices).toEqual(['Error: gone']);
});
