/** For the uploads of the popup and the side panel. */
import { useShortlist } from '#page/page-data.ts';
import type { Account } from '../../lib/accounts/account.ts';
import type { LinksInput } from '../add-links/links-input.ts';
import { DropArea } from '../drop/DropArea.tsx';
import type { Feedback } from '../notice/useFeedback.ts';
import { handOver, type OpenManager } from '../own-files/dropped-files.ts';

interface PopupDropsProps {
  readonly account: Account;
  readonly feedback: Feedback;
  readonly input: { readonly current: LinksInput };
  readonly onManager: OpenManager;
}

export function PopupDrops({ account, input, feedback, onManager }: PopupDropsProps) {
  const shortlist = useShortlist();
  function getFolder() {
    const { choice } = input.current;
    return choice?.accountId === account.id ? choice.folder : null;
  }
  return (
    <DropArea
      feedback={feedback}
      accountId={account.id}
      getFolder={getFolder}
      defaultFolder={shortlist.default}
      onFiles={(files, folder) => handOver(files, folder, onManager)}
    />
  );
}
