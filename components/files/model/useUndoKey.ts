/** Ctrl+Z takes back the last bulk job, wherever undo is offered for it. */
import { useEffect } from 'preact/hooks';
import type { BulkJob } from '../../../lib/bulk/work.ts';
import { isTyping } from '../../keys.ts';
import type { Outcome } from '../../notice/useOutcome.ts';
import { useServices } from '../../services.ts';
import { t } from '../../text.ts';

/** @param jobs oldest first */
export function useUndoKey(jobs: readonly BulkJob[], outcome: Outcome): void {
  const { send } = useServices();
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const isKey = event.key.toLowerCase() === 'z' && (event.ctrlKey || event.metaKey);
      if (!isKey || event.altKey || event.shiftKey || isTyping(event)) return;
      event.preventDefault();
      const job = jobs.findLast(({ canUndo }) => canUndo);
      if (job) void outcome.run(send('bulk.undo', { id: job.id }), () => null);
      else outcome.show({ tone: 'info', text: t('files.nothingToUndo') });
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, [send, jobs, outcome.run, outcome.show]);
}
