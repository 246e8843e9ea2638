/** Shared by the Files screens of the manager and the popup. */
import type { ComponentChildren } from 'preact';
import { useEffect } from 'preact/hooks';
import { BulkJobs } from '../bulk/BulkJobs.tsx';
import type { DropAreaProps } from '../drop/DropArea.tsx';
import { Notice, NoticeArea } from '../notice/Notice.tsx';
import { usePageApi } from '../page-api.ts';
import { Dialogs } from './dialogs/Dialogs.tsx';
import { FilesDropArea } from './list/FilesDropArea.tsx';
import { focusList, useListFocus } from './list/focus.ts';
import { ItemMenu } from './list/ItemMenu.tsx';
import { deleteNotice } from './model/to-delete.ts';
import { type FilesContext, FilesProvider, useFilesContext } from './model/useFiles.ts';
import { useReportVisit } from './model/useReportVisit.ts';
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
  useReportVisit(files.account.id, files.route.folderId, files.feedback);
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

/** The filter by takedowns needs the list of takedowns. */
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
      {/* Above the jobs, whose buttons must not move when a notice appears or disappears. */}
      <NoticeArea {...feedback} />
      <BulkJobs accountId={account.id} jobs={jobs} feedback={feedback} onFocusLost={focusList} />
    </>
  );
}
