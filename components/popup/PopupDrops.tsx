/** Links and files that are dropped on the uploads of the popup, and of the side panel, which is the same. */
import type { Account } from '../../lib/accounts/account.ts';
import { emptyShortlist, type FolderShortlist } from '../../lib/folders/folder.ts';
import { DropArea } from '../drop/DropArea.tsx';
import type { Feedback } from '../notice/useFeedback.ts';
import { handOver, type OpenManager } from '../own-files/dropped-files.ts';
import type { SendInput } from '../send/send-input.ts';

export interface PopupDropsProps {
  readonly account: Account;
  readonly feedback: Feedback;
  readonly shortlist: FolderShortlist | null;
  readonly input: { readonly current: SendInput };
  readonly isPrivate: boolean;
  readonly onManager: OpenManager;
}

export function PopupDrops({ account, shortlist, input, isPrivate, feedback, onManager }: PopupDropsProps) {
  function getFolder() {
    const { choice } = input.current;
    return choice?.accountId === account.id ? choice.folder : null;
  }
  return (
    <DropArea
      isPrivate={isPrivate}
      feedback={feedback}
      accountId={account.id}
      getFolder={getFolder}
      defaultFolder={(shortlist ?? emptyShortlist).default}
      onFiles={(files, folder) => handOver(files, folder, onManager)}
    />
  );
}
