/** Starts a dialog's job. The dialog stays open until the job is stored, and shows a failure. Meanwhile it can't be cancelled. */
import { useRef, useState } from 'preact/hooks';
import type { BulkWork } from '../../lib/bulk/work.ts';
import { useIsMounted } from '../hooks/useIsMounted.ts';
import { useFeedback } from '../notice/useFeedback.ts';
import { usePageApi } from '../page-api.ts';

export interface WorkDialogProps {
  readonly accountId: string;
  readonly onClose: () => void;
  /** The job is stored. */
  readonly onStarted?: ((jobId: string) => void) | undefined;
}

export function useStartWork({ accountId, onClose, onStarted }: WorkDialogProps) {
  const { send } = usePageApi();
  const { notice, show, run } = useFeedback();
  /** The ref also prevents a second start before the next render. */
  const starting = useRef(false);
  const [isStarting, setStarting] = useState(false);
  const isOpen = useIsMounted();
  return {
    notice,
    show,
    isStarting,
    /** For everything that closes the dialog. */
    close(): void {
      if (!starting.current) onClose();
    },
    async start(work: BulkWork): Promise<void> {
      // Enter confirms again while the button is busy.
      if (starting.current) return;
      starting.current = true;
      setStarting(true);
      await run(send('bulk.start', { accountId, work }), ({ id }) => {
        // Another dialog may be open by now.
        if (isOpen.current) {
          onStarted?.(id);
          onClose();
        }
        return null;
      });
      starting.current = false;
      setStarting(false);
    },
  };
}
