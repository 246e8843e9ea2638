/** Starts a dialog's job. Until it is stored, the dialog stays open and can't be cancelled. */
import { useRef, useState } from 'preact/hooks';
import type { BulkWork } from '../../lib/bulk/work.ts';
import { useIsMounted } from '../hooks/useIsMounted.ts';
import { useFeedback } from '../notice/useFeedback.ts';
import { usePageApi } from '../page-api.ts';

export interface WorkDialogProps {
  readonly accountId: string;
  readonly onClose: () => void;
}

export function useStartWork({ accountId, onClose }: WorkDialogProps, onStarted?: () => void) {
  const { send } = usePageApi();
  const { notice, show, run } = useFeedback();
  /** A ref, to prevent a second start before the next render. */
  const starting = useRef(false);
  const [isStarting, setStarting] = useState(false);
  const isOpen = useIsMounted();
  return {
    notice,
    show,
    isStarting,
    close(): void {
      if (!starting.current) onClose();
    },
    async start(work: BulkWork): Promise<void> {
      // Enter confirms even while the button is busy.
      if (starting.current) return;
      starting.current = true;
      setStarting(true);
      await run(send('bulk.start', { accountId, work }), () => {
        if (isOpen.current) {
          onStarted?.();
          onClose();
        }
        return null;
      });
      starting.current = false;
      setStarting(false);
    },
  };
}
