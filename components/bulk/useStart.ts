/** How a dialog begins its work: it stays open until that is stored, and says what went wrong where it is not. */
import type { BulkWork } from '../../lib/bulk/work.ts';
import type { NoticeContent } from '../notice/Notice.tsx';
import { useOutcome } from '../notice/useOutcome.ts';
import { useServices } from '../services.ts';

/** What all dialogs of bulk work take. */
export interface WorkDialogProps {
  readonly accountId: string;
  readonly onClose: () => void;
  /** The work is stored and begins. */
  readonly onStarted?: ((jobId: string) => void) | undefined;
}

export interface Start {
  readonly notice: NoticeContent | null;
  readonly show: (notice: NoticeContent | null) => void;
  readonly start: (work: BulkWork) => Promise<void>;
}

export function useStart({ accountId, onClose, onStarted }: WorkDialogProps): Start {
  const { send } = useServices();
  const { notice, show, run } = useOutcome();
  return {
    notice,
    show,
    async start(work) {
      await run(send('bulk.start', { accountId, work }), ({ id }) => {
        onStarted?.(id);
        onClose();
        return null;
      });
    },
  };
}
