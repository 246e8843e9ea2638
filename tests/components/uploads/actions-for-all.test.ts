/** Part of the work fails. */
import { expect, it } from 'vitest';
import type { NoticeContent } from '../../../components/notice/notice-content.ts';
import type { Feedback } from '../../../components/notice/useFeedback.ts';
import { actionsForAll } from '../../../components/uploads/actions-for-all.ts';
import { ProblemError, type Send } from '../../../lib/protocol.ts';
import { toUploadItems } from '../../../lib/uploads/upload-items.ts';
import { account, transfer, upload } from '../../gallery/samples/sample.ts';

const items = toUploadItems(
  account([
    transfer({ id: 'transfer', state: 'failed' }),
    upload({ id: 'one', state: 'refused' }),
    upload({ id: 'two', state: 'refused' }),
  ]),
);

/** @param failing ids that aren't removed. `service`: nor are its transfers */
function setUp(failing: readonly string[]) {
  const undone: (readonly string[])[] = [];
  const shown: (NoticeContent | null)[] = [];
  const send = (async (name: string, { id = 'service', ids }: { id?: string; ids: readonly string[] }) => {
    if (name === 'changes.undo') return { undo: undone.push(ids) && [], kept: 0 };
    if (failing.includes(id)) throw new ProblemError({ code: 'network', msg: null });
    return { msg: 'OK', undo: [id] };
  }) as unknown as Send;
  const feedback: Feedback = {
    notice: null,
    show: (notice) => shown.push(notice),
    run: (work, done) =>
      work.then(
        (result) => {
          const content = done(result);
          shown.push(typeof content === 'string' ? { tone: 'good', text: content } : content);
          return true;
        },
        () => false,
      ),
  };
  const { clearFailed } = actionsForAll(items, {
    account: { id: 'a' },
    pageApi: { send, now: () => 1 },
    feedback,
  });
  return { clearFailed, shown, undone };
}

it.each([
  ['the service does not respond', ['service'], ['one', 'two']],
  ['one record stays', ['one'], ['service', 'two']],
])('if %s, the cleared part can be undone, and the failure is shown', async (_, failing, cleared) => {
  const { clearFailed, shown, undone } = setUp(failing);
  expect(await clearFailed()).toBe(true);
  expect(shown).toMatchObject([{ tone: 'bad', text: expect.stringMatching(/connect|respond/i) }]);
  await shown[0]?.action?.onClick();
  expect(undone).toEqual([cleared]);
});

it('if nothing was cleared, only the failure is shown', async () => {
  const { clearFailed, shown } = setUp(['service', 'one', 'two']);
  expect(await clearFailed()).toBe(false);
  expect(shown).toEqual([]);
});
