/** Starts a dialog's work; the dialog stays open until it is stored, and shows a failure. */
import { useRef } from 'preact/hooks';
import type { BulkWork } from '../../lib/bulk/work.ts';
import { useIsMounted } from '../hooks/useIsMounted.ts';
import { useFeedback } from '../notice/useFeedback.ts';
import { usePageApi } from '../page-api.ts';

export interface WorkDialogProps {
  readonly accountId: string;
  readonly onClose: () => void;
  /** The work is stored. */
  readonly onStarted?: ((jobId: string) => void) | undefined;
}

export function useStartWork({ accountId, onClose, onStarted }: WorkDialogProps) {
  const { send } = usePageApi();
  const { notice, show, run } = useFeedback();
  const isStarting = useRef(false);
  const isOpen = useIsMounted();
  return {
    notice,
    show,
    async start(work: BulkWork): Promise<void> {
      // Enter confirms again while the button is busy.
      if (isStarting.current) return;
      isStarting.current = true;
      await run(send('bulk.start', { accountId, work }), ({ id }) => {
        // Another dialog may be open by now.
        if (isOpen.current) {
          onStarted?.(id);
          onClose();
        }
        return null;
      });
      isStarting.current = false;
    },
  };
}
