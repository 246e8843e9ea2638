import { useIsPrivate } from '#page/hooks.ts';
import { sendFiles } from '#page/own-files/send-files.ts';
import type { FolderRef } from '../../lib/folders/folder.ts';
import { createSendUndo } from '../../lib/undo-id.ts';
import type { Destination } from '../../lib/uploads/add-uploads.ts';
import { cancelledText } from '../add-links/wording.ts';
import { namedList } from '../format/named-list.ts';
import { folderName } from '../format/names.ts';
import type { NoticeContent } from '../notice/Notice.tsx';
import type { Feedback } from '../notice/useFeedback.ts';
import type { Dropped, DroppedFile, UploadFiles } from '../page-api.ts';
import { usePageApi } from '../page-api.ts';
import { toProblem } from '../problem/problem.ts';
import { format, joinSentences, plural, t } from '../text.ts';
import { recordChange, type UndoContext } from '../undo/undo.ts';
import { type GroupedFiles, groupByFolder, isSystemFile } from './own-files.ts';

export function useUploadFiles(accountId: string, feedback: Feedback): UploadFiles {
  const pageApi = usePageApi();
  const isPrivate = useIsPrivate();
  return (files, folder, isDrop = false) => {
    const to = { accountId, folder, private: isPrivate };
    const uploading = files.then((given) => start({ pageApi, feedback }, given, to));
    void feedback.run(uploading, (notice) =>
      notice === null && isDrop ? { tone: 'warn', text: t('ownFiles.empty') } : notice,
    );
  };
}

type Uploading = Omit<UndoContext, 'account'>;

/** Checks the free storage first, if the service reports it. */
async function start(
  acting: Uploading,
  { files: given, unread }: Dropped,
  to: Destination,
): Promise<NoticeContent | null> {
  const dropped = given.filter((each) => !isSystemFile(each));
  const names = new Set(given.filter(isSystemFile).map(({ file }) => file.name));
  const leftOut = names.size > 0 && t('ownFiles.leftOut', { list: namedList([...names]) });
  const unreadText = unread.length > 0 && t('ownFiles.unread', { list: namedList(unread) });
  if (dropped.length === 0) {
    const text = joinSentences([unreadText, leftOut]);
    return text === '' ? null : { tone: 'warn', text };
  }
  const { accountId } = to;
  const storageLeft = await acting.pageApi.send('accounts.check', { accountId }).then(
    (account) => account.storageLeft,
    () => null,
  );
  const needed = dropped.reduce((sum, { file }) => sum + file.size, 0);
  const upload = () => uploadGroups(acting, dropped, to, leftOut, unreadText);
  if (storageLeft === null || needed <= storageLeft) return upload();
  return {
    tone: 'warn',
    text: t('ownFiles.room', { needed: format.bytes(needed), left: format.bytes(Math.max(storageLeft, 0)) }),
    action: {
      label: t('send.anyway'),
      onClick: () => acting.feedback.run(upload(), (notice) => notice),
    },
  };
}

interface Sent {
  readonly queued: number;
  readonly ids: readonly string[];
  readonly folders: readonly FolderRef[];
}

export async function uploadGroups(
  context: Uploading,
  dropped: readonly DroppedFile[],
  to: Destination,
  leftOut: string | false,
  unread: string | false = false,
): Promise<NoticeContent | null> {
  const { pageApi, feedback } = context;
  let needsPage = false;
  const [duplicates, sameTitle]: [File[], File[]] = [[], []];
  const heldBack: (readonly [readonly File[], Destination])[] = [];
  async function sendAll(
    groups: Iterable<readonly [readonly File[], Destination]>,
    anyway: boolean,
  ): Promise<Sent> {
    let queued = 0;
    const ids: string[] = [];
    const folders = new Map<string, FolderRef>();
    for (const [files, destination] of groups) {
      const result = await sendFiles(files, destination, anyway);
      queued += result.queued;
      ids.push(...result.ids);
      if (result.queued > 0) folders.set(destination.folder.id, destination.folder);
      duplicates.push(...result.duplicates);
      sameTitle.push(...result.sameTitle);
      needsPage ||= result.needsPage;
      const rejected = [...result.duplicates, ...result.sameTitle];
      if (rejected.length > 0) heldBack.push([rejected, destination]);
    }
    return { queued, ids, folders: [...folders.values()] };
  }
  const { groups, failed } = await groupByFolder(dropped, to.folder, to.accountId, pageApi.send);
  const sent = await sendAll(
    [...groups].map(([folder, files]) => [files, { ...to, folder }] as const),
    false,
  );
  const notMade = failed.size > 0 && (await describeFailed(failed));
  /** `before` and `after` are further sentences. */
  function sentNotice(
    { queued, ids, folders }: Sent,
    tone: NoticeContent['tone'],
    ...[before = '', after = '']: readonly string[]
  ): NoticeContent {
    const text = joinSentences([
      before,
      queued > 0 && plural('ownFiles.queued', queued, { list: namedList(folders.map(folderName)) }),
      queued > 0 && needsPage && t('ownFiles.keepOpen'),
      after,
    ]);
    const others = joinSentences([before, after]);
    const about = queued > 0 ? { ids, isNew: true, others } : undefined;
    const texts = { tone, text, about, undoneText: cancelledText(folders) };
    const undo = createSendUndo(ids.map((id) => ({ id })));
    return recordChange({ ...context, account: { id: to.accountId } }, texts, undo);
  }
  const sendAnyway = () =>
    feedback.run(sendAll(heldBack.splice(0), true), (again) => sentNotice(again, 'good'));
  const held = joinSentences([
    duplicates.length > 0 &&
      plural('ownFiles.duplicates', duplicates.length, { list: listNames(duplicates) }),
    sameTitle.length > 0 && plural('ownFiles.sameTitle', sameTitle.length, { list: listNames(sameTitle) }),
  ]);
  const isWhole = heldBack.length === 0 && notMade === false && unread === false;
  const after = joinSentences([unread, leftOut, notMade]);
  const notice = sentNotice(sent, isWhole ? 'good' : 'warn', held, after);
  if (heldBack.length === 0) return notice;
  const more = notice.action ? [notice.action] : [];
  return { ...notice, more, action: { label: t('send.anyway'), onClick: sendAnyway } };
}

async function describeFailed(failed: GroupedFiles['failed']): Promise<string> {
  const { problemSentence } = await import('../problem/wording.ts');
  const list = namedList([...failed.keys()]);
  const problems = [...failed.values()].map((error) => problemSentence(toProblem(error)));
  return joinSentences([t('ownFiles.leftOut', { list }), ...new Set(problems)]);
}

const listNames = (files: readonly File[]) => namedList(files.map(({ name }) => name));
