/** A job's failures by reason. */
import { useMemo } from 'preact/hooks';
import { readFailures } from '#page/catalog.ts';
import { isActive } from '../../lib/bulk/job.ts';
import type { BulkFailure, BulkJob } from '../../lib/bulk/work.ts';
import { Button } from '../button/Button.tsx';
import { Dialog } from '../dialog/Dialog.tsx';
import { useFocusFallback } from '../focus/useFocusFallback.ts';
import { useAnswer } from '../hooks/useAnswer.ts';
import { VirtualList } from '../list/VirtualList.tsx';
import { copyText } from '../notice/copy-text.ts';
import { Notice, NoticeArea } from '../notice/Notice.tsx';
import { useFeedback } from '../notice/useFeedback.ts';
import { usePageApi } from '../page-api.ts';
import { format, plural, t } from '../text.ts';
import { type FailureLine, failureLines, failuresText } from './wording.ts';
import './bulk.css';

interface FailuresDialogProps {
  readonly job: BulkJob;
  readonly onClose: () => void;
}

export function FailuresDialog({ job, onClose }: FailuresDialogProps) {
  const { id, failed, uncertain, state, isUndone } = job;
  const pageApi = usePageApi();
  const feedback = useFeedback();
  const { send } = pageApi;
  const { run } = feedback;
  const { latest: failures } = useAnswer(() => readFailures(id), [id, failed, uncertain]);
  const lines = useMemo(() => failureLines(job, failures ?? []), [job.kind, failures]);
  const mayAct = !isActive(job) && !isUndone;

  // A decided line disappears with its buttons.
  useFocusFallback('.failures', '.failures :is(.bulk-lines, .dialog-buttons button:enabled)');

  const decide = (fileCode: string | null, again: boolean) =>
    run(send('bulk.decide', { id, fileCode, again }), () => null);

  return (
    <Dialog title={t('bulk.failures.title')} kind="panel" onClose={onClose}>
      <div class="bulk-wide failures column gap-3">
        {isActive(job) && failed + uncertain > 0 && <Notice tone="info" text={t('bulk.failures.going')} />}
        {failures?.length === 0 ? (
          <p class="collapse-empty tone-quiet">{t('bulk.failures.none')}</p>
        ) : (
          <Lines lines={lines} mayDecide={mayAct && uncertain > 0} decide={decide} />
        )}
        <NoticeArea {...feedback} />
        <div class="dialog-buttons">
          <div class="row wrap">
            {mayAct && uncertain > 1 && (
              <Button onClick={() => decide(null, false)}>{t('bulk.failures.allThere')}</Button>
            )}
            <Button
              icon="copy"
              disabled={lines.length === 0}
              onClick={() =>
                copyText(failuresText(job, failures ?? []), { pageApi, feedback }, t('common.copied'))
              }
            >
              {t('bulk.failures.copy')}
            </Button>
          </div>
          <Button onClick={onClose}>{t('common.close')}</Button>
          {mayAct && failed > 0 && (
            <Button
              kind="primary"
              onClick={async () => {
                if (await run(send('bulk.retry', { id }), () => null)) onClose();
              }}
            >
              {state === 'stopped' ? t('bulk.failures.retryAndGoOn') : plural('bulk.failures.retry', failed)}
            </Button>
          )}
        </div>
      </div>
    </Dialog>
  );
}

interface LinesProps {
  readonly lines: readonly FailureLine[];
  readonly mayDecide: boolean;
  readonly decide: (fileCode: string, again: boolean) => Promise<boolean>;
}

function Lines({ lines, mayDecide, decide }: LinesProps) {
  return (
    <VirtualList
      label={t('bulk.failures.list')}
      class="bulk-lines grow framed"
      count={lines.length}
      rowHeight={32}
      rowClass={(index) => `bulk-line row gap-3 failures-${lines[index]?.kind}`}
    >
      {(index) => {
        const line = lines[index];
        if (line === undefined) return null;
        if (line.kind === 'file')
          return <FailedFile failure={line.failure} mayDecide={mayDecide} decide={decide} />;
        return (
          <>
            <span class="bulk-line-text clamp grow" title={line.sentence}>
              {line.sentence}
            </span>
            <span class="note">{format.number(line.count)}</span>
          </>
        );
      }}
    </VirtualList>
  );
}

function FailedFile({
  failure: { fileCode, title, code, msg },
  mayDecide,
  decide,
}: { failure: BulkFailure } & Omit<LinesProps, 'lines'>) {
  const name = title ?? fileCode;
  return (
    <>
      <span class="grow one-line" dir="auto" title={`${name}\n${fileCode}`}>
        {name}
        {code === 'mismatch' && msg !== null && ` → ${msg}`}
      </span>
      {code === 'uncertain' && mayDecide && (
        <>
          <Button
            isSmall
            label={t('bulk.failures.thereNamed', { title: name })}
            onClick={() => decide(fileCode, false)}
          >
            {t('bulk.failures.there')}
          </Button>
          <Button
            isSmall
            label={t('bulk.failures.againNamed', { title: name })}
            onClick={() => decide(fileCode, true)}
          >
            {t('bulk.failures.again')}
          </Button>
        </>
      )}
    </>
  );
}
