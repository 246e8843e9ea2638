/** Notices about uploads stay true while shown. Visits every notice of the row actions. */
import { describe, expect, it } from 'vitest';
import { sentNotice } from '../../../components/add-links/wording.ts';
import {
  correctNotice,
  findQueuePosition,
  noSeenStates,
  recordStates,
} from '../../../components/notice/about-uploads.ts';
import type { NoticeContent } from '../../../components/notice/Notice.tsx';
import type { Feedback } from '../../../components/notice/useFeedback.ts';
import { actionsFor } from '../../../components/uploads/upload-actions.ts';
import type { Upload } from '../../../lib/uploads/upload.ts';
import { hasEnded, toUploadItems, type UploadItem } from '../../../lib/uploads/upload-items.ts';
import { account, demo, everyState, now, transfer, upload } from '../../gallery/samples/sample.ts';

const rowsOf = (...uploads: readonly Upload[]) => toUploadItems(account(uploads));
const arrived = (id: string) => transfer({ id, title: 'film', state: 'done', endedAtMs: now });

/** Null if it has disappeared. */
function follow(
  notice: NoticeContent,
  ...readings: readonly (readonly UploadItem[])[]
): NoticeContent | null {
  let seen = noSeenStates;
  let shown: NoticeContent | null = notice;
  for (const items of readings) {
    if (shown?.about === undefined) return shown;
    seen = recordStates(shown.about, seen, items);
    shown = correctNotice(shown, seen, items);
  }
  return shown;
}

describe('the notice of an action on a row', () => {
  /** By the row's buttons and menu. */
  async function noticesOf(
    item: UploadItem,
    requestHost = async () => true,
  ): Promise<readonly NoticeContent[]> {
    const notices: NoticeContent[] = [];
    const running: Promise<unknown>[] = [];
    const feedback: Feedback = {
      notice: null,
      show: () => {},
      run(work, done) {
        const ended = work.then((result) => {
          const notice = done(result);
          if (notice !== null)
            notices.push(typeof notice === 'string' ? { tone: 'good', text: notice } : notice);
          return true;
        });
        running.push(ended);
        return ended;
      },
    };
    const send = async (name: string) =>
      name === 'files.pages' ? [{ download: null, player: null }] : { undo: ['undo'], isDuplicate: false };
    const pageApi = { send, copy: async () => {}, now: () => now, requestHost, open() {} };
    const page = { isConnected: true, embed() {}, showFile() {}, chooseFile() {} };
    const context = {
      account: demo,
      accounts: [demo],
      pageApi,
      page,
      feedback,
      queue: [],
      move() {},
      ask() {},
    };
    const { button, icons, menu } = actionsFor(item, context as never);
    const groups =
      typeof menu === 'function'
        ? await (menu as () => Promise<readonly (readonly (typeof icons)[number][])[]>)()
        : [];
    for (const action of [...(button ? [button] : []), ...icons, ...groups.flat()]) await action.run();
    await import('../../../components/uploads/retry-when-allowed.ts');
    await new Promise((resolve) => setTimeout(resolve));
    await Promise.race([Promise.all(running), new Promise((resolve) => setTimeout(resolve))]);
    return notices;
  }

  it('says that the link is sent through this browser, once that is allowed', async () => {
    const [item] = toUploadItems(everyState).filter(({ state }) => state === 'vanished');
    if (item === undefined) throw new Error('No row has vanished.');
    const fetched = (notices: readonly NoticeContent[]) => notices.filter(({ text }) => /again/.test(text));
    const { length: others } = fetched(await noticesOf(item, () => new Promise(() => {})));
    expect(fetched(await noticesOf(item))).toHaveLength(others + 1);
    const denied = await noticesOf(item, async () => false);
    expect(fetched(denied)).toHaveLength(others);
    expect(denied).toContainEqual(
      expect.objectContaining({ tone: 'warn', text: expect.stringMatching(/access/) }),
    );
  });

  it.each(toUploadItems(everyState).map((item) => [item.title, item] as const))(
    '%s: doesn’t report uploads that had ended before',
    async (_, item) => {
      for (const notice of await noticesOf(item)) {
        expect(notice.about?.ids, notice.text).toEqual([item.upload.id]);
        // With or without other updates in between.
        const moving = rowsOf({
          ...item.upload,
          state: 'running',
          fileCode: 'code',
          failure: null,
          wait: null,
        });
        const after = follow(notice, [item], moving, rowsOf(arrived(item.upload.id)));
        expect(after?.text ?? '').toMatch(/^$|^“film” is in “Movies”\.$/);
        expect(after?.action).toEqual(notice.action);
        // The notice doesn't change if its upload has left the list, for example because it was removed.
        expect(follow(notice, [item], [])).toBe(notice);
        if (hasEnded(item.state)) expect(follow(notice, [item], [item])).toBe(notice);
      }
    },
  );
});

describe('the notice about added links', () => {
  const links = ['one', 'two', 'three'];
  const [first, ...others] = links.map((id) => upload({ id }));
  const added = { queued: 3, ids: links, duplicates: [], invalid: [] };
  const say = (outcome: object) =>
    sentNotice({ ...added, ...outcome }, first?.folder ?? { id: '0', name: '' }, async () => {});
  const all = (of: (id: string) => Upload) => rowsOf(...links.map(of));

  it('is corrected once all have ended, and only after they were listed', () => {
    const notice = say({});
    expect(notice.text).toBe('3 links are queued for “Movies”.');
    const queued = rowsOf(...(first ? [first, ...others] : []));
    expect(follow(notice, [], queued, queued)).toBe(notice);
    expect(follow(notice, queued, rowsOf(arrived('one'), ...others))).toBe(notice);
    expect(follow(notice, queued, all(arrived))?.text).toBe('Uploaded to “Movies”');
    expect(follow(notice, all(arrived))?.text, 'before the list was read').toBe('Uploaded to “Movies”');
    const failed = all((id) => upload({ id, state: 'refused' }));
    expect(follow(notice, queued, failed)).toBeNull();
  });

  it('offers no undo that would come too late, but still offers another folder', () => {
    const change = (outcome: object) =>
      sentNotice(
        { ...added, undo: ['undo'], ...outcome },
        first?.folder ?? { id: '0', name: '' },
        async () => {},
        { account: { id: 'a' }, pageApi: { now: () => now, send: async () => ({}) }, feedback: {} } as never,
      );
    const labelsOf = (notice: NoticeContent | null) =>
      [...(notice?.more ?? []), notice?.action].flatMap((each) => each?.label ?? []);
    const notice = change({});
    expect(labelsOf(notice)).toEqual(['Change folder…', 'Undo']);
    expect(labelsOf(follow(notice, all(arrived)))).toEqual(['Change folder…']);
    const partly = change({ duplicates: ['https://a.example/old.iso'] });
    expect(labelsOf(partly)).toEqual(['Change folder…', 'Undo', 'Upload anyway']);
    expect(labelsOf(follow(partly, all(arrived)))).toEqual(['Change folder…', 'Upload anyway']);
  });

  it('keeps what it says about links that were held back', () => {
    const notice = say({ duplicates: ['https://a.example/old.iso'] });
    expect(notice.text).toContain('3 links are queued');
    const after = follow(notice, all(arrived));
    expect(after?.text).toBe('1 of 4 is already there: “old.iso”. Uploaded to “Movies”');
    expect(after?.action).toEqual(notice.action);
  });
});

it('the queue position counts only uploads that wait here', () => {
  const waiting = ['one', 'two', 'three'].map((id, order) => upload({ id, order }));
  const items = rowsOf(arrived('film'), ...waiting);
  expect(findQueuePosition('two', items)).toEqual({ at: 2, total: 3 });
  expect(findQueuePosition('film', items)).toBeNull();
  expect(findQueuePosition('two', rowsOf(...waiting.slice(1)))).toEqual({ at: 1, total: 2 });
});
