/** Shared by the Files screens of manager and popup. */
import type { ComponentChildren } from 'preact';
import { useEffect } from 'preact/hooks';
import { BulkJobs } from '../bulk/BulkJobs.tsx';
import type { DropAreaProps } from '../drop/DropArea.tsx';
import { Notice, NoticeArea } from '../notice/Notice.tsx';
import { useOnRecovery, usePageApi } from '../page-api.ts';
import { problemOf } from '../problem/problem.ts';
import { problemSentence } from '../problem/wording.ts';
import { Dialogs } from './dialogs/Dialogs.tsx';
import { FilesDropArea } from './list/FilesDropArea.tsx';
import { focusList, useListFocus } from './list/focus.ts';
import { ItemMenu } from './list/ItemMenu.tsx';
import { deleteNotice } from './model/to-delete.ts';
import { type FilesContext, FilesProvider, useFilesContext } from './model/useFiles.ts';
import { FirstSync } from './SyncStatus.tsx';
import { DetailsBar } from './toolbar/DetailsBar.tsx';
import { DuplicatesBar } from './toolbar/DuplicatesBar.tsx';
import './files.css';

interface FilesScreenProps extends Pick<DropAreaProps, 'onFiles'> {
  readonly files: FilesContext;
  readonly class: string;
  readonly children: ComponentChildren;
}

export function FilesScreen({ files, class: className, onFiles, children }: FilesScreenProps) {
  useReportVisit(files);
  useListTakedowns(files);
  useListFocus();
  return (
    <FilesProvider value={files}>
      <div class={className} aria-busy={files.snapshot.isPartial}>
        {children}
        <FilesDropArea onFiles={onFiles} />
        <ItemMenu />
        <Dialogs />
      </div>
    </FilesProvider>
  );
}

/** The background refreshes the visible folder first. */
function useReportVisit({ account, route, feedback }: FilesContext): void {
  const { send } = usePageApi();
  const visit = () => {
    if (document.visibilityState === 'hidden') return;
    send('catalog.visit', { accountId: account.id, folderId: route.folderId }).catch((error) =>
      feedback.show({ tone: 'bad', text: problemSentence(problemOf(error)) }),
    );
  };
  useOnRecovery(visit);
  useEffect(() => {
    visit();
    // Returning to the page counts as a visit.
    document.addEventListener('visibilitychange', visit);
    return () => document.removeEventListener('visibilitychange', visit);
  }, [send, account.id, route.folderId]);
}

/** The filter by takedowns needs their first list. */
function useListTakedowns({ account, route, takedowns, feedback }: FilesContext): void {
  const { send } = usePageApi();
  const isMissing = route.conditions.isTakedown !== null && takedowns.checkedAtMs === null;
  useEffect(() => {
    if (isMissing) void feedback.run(send('takedowns.list', { accountId: account.id }), () => null);
  }, [account.id, isMissing]);
}

export function FilesHints() {
  const files = useFilesContext();
  const { capabilities, route, shortlist } = files;
  const isToDelete = !capabilities.canDeleteFiles && route.folderId === shortlist.toDelete?.id;
  return (
    <>
      <FirstSync />
      {isToDelete && (
        <div class="inset-flat">
          <Notice {...deleteNotice(files)} />
        </div>
      )}
      <DuplicatesBar />
      <DetailsBar />
    </>
  );
}

export function FilesFeedback() {
  const { account, jobs, feedback } = useFilesContext();
  return (
    <>
      <BulkJobs accountId={account.id} jobs={jobs} feedback={feedback} onFocusLost={focusList} />
      <NoticeArea {...feedback} />
    </>
  );
}
