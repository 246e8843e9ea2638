import { useIsPrivate } from '#page/hooks.ts';
import { sendFiles } from '#page/own-files/send-files.ts';
import type { FolderRef } from '../../lib/folders/folder.ts';
import type { Destination } from '../../lib/uploads/uploads.ts';
import { folderName } from '../folders/name.ts';
import { namedList } from '../format/named-list.ts';
import type { NoticeContent } from '../notice/Notice.tsx';
import type { Acting, Feedback } from '../notice/useFeedback.ts';
import { feedbackAbout } from '../notice/useFeedback.ts';
import { usePageApi } from '../page-api.ts';
import { problemOf } from '../problem/problem.ts';
import { format, joinSentences, plural, t } from '../text.ts';
import {
  type Dropped,
  type DroppedFile,
  type GroupedFiles,
  groupByFolder,
  isSystemFile,
  type UploadFiles,
} from './own-files.ts';

export function useUploadFiles(accountId: string, feedback: Feedback): UploadFiles {
  const { send } = usePageApi();
  const isPrivate = useIsPrivate();
  return (files, folder, isDrop = false) => {
    const to = { accountId, folder, private: isPrivate };
    const uploading = files.then((given) => start({ send, feedback }, given, to));
    void feedback.run(uploading, (notice) =>
      notice === null && isDrop ? { tone: 'warn', text: t('ownFiles.empty') } : notice,
    );
  };
}

/** Checks first whether there is room, where the service says how much. */
async function start(
  acting: Acting,
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
  const storageLeft = await acting.send('accounts.check', { accountId }).then(
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

export async function uploadGroups(
  { send, feedback }: Acting,
  dropped: readonly DroppedFile[],
  to: Destination,
  leftOut: string | false,
  unread: string | false = false,
): Promise<NoticeContent | null> {
  let [queued, needsPage] = [0, false];
  const ids: string[] = [];
  const sentTo: FolderRef[] = [];
  const [duplicates, sameTitle]: [File[], File[]] = [[], []];
  const heldBack: (readonly [readonly File[], Destination])[] = [];
  async function sendAll(groups: Iterable<readonly [readonly File[], Destination]>, anyway: boolean) {
    for (const [files, destination] of groups) {
      const result = await sendFiles(files, destination, anyway);
      queued += result.queued;
      ids.push(...result.ids);
      if (result.queued > 0) sentTo.push(destination.folder);
      duplicates.push(...result.duplicates);
      sameTitle.push(...result.sameTitle);
      needsPage ||= result.needsPage;
      const rejected = [...result.duplicates, ...result.sameTitle];
      if (rejected.length > 0) heldBack.push([rejected, destination]);
    }
  }
  const { groups, failed } = await groupByFolder(dropped, to.folder, to.accountId, send);
  await sendAll(
    [...groups].map(([folder, files]) => [files, { ...to, folder }] as const),
    false,
  );
  const notMade = failed.size > 0 && (await describeFailed(failed));
  const listOf = (folders: Iterable<FolderRef>) =>
    namedList([...new Map(Array.from(folders, (folder) => [folder.id, folderName(folder)])).values()]);
  const sendAnyway = () => {
    const groups = heldBack.splice(0);
    const list = listOf(groups.map(([, { folder }]) => folder));
    return feedbackAbout(feedback, { ids, isNew: true }).run(sendAll(groups, true), () =>
      plural('ownFiles.queued', duplicates.length + sameTitle.length, { list }),
    );
  };
  const held = [
    duplicates.length > 0 &&
      plural('ownFiles.duplicates', duplicates.length, { list: listNames(duplicates) }),
    sameTitle.length > 0 && plural('ownFiles.sameTitle', sameTitle.length, { list: listNames(sameTitle) }),
  ];
  return {
    tone: heldBack.length === 0 && notMade === false && unread === false ? 'good' : 'warn',
    text: joinSentences([
      ...held,
      queued > 0 && plural('ownFiles.queued', queued, { list: listOf(sentTo) }),
      queued > 0 && needsPage && t('ownFiles.keepOpen'),
      unread,
      leftOut,
      notMade,
    ]),
    about:
      queued > 0
        ? { ids, isNew: true, others: joinSentences([...held, unread, leftOut, notMade]) }
        : undefined,
    action: heldBack.length > 0 ? { label: t('send.anyway'), onClick: sendAnyway } : undefined,
  };
}

async function describeFailed(failed: GroupedFiles['failed']): Promise<string> {
  const { problemSentence } = await import('../problem/wording.ts');
  const list = namedList([...failed.keys()]);
  const problems = [...failed.values()].map((error) => problemSentence(problemOf(error)));
  return joinSentences([t('ownFiles.leftOut', { list }), ...new Set(problems)]);
}

const listNames = (files: readonly File[]) => namedList(files.map(({ name }) => name));
