/** Uploads sent together, as one row that opens. */
import { useState } from 'preact/hooks';
import { folderName } from '../folders/name.ts';
import { namedList } from '../format/named-list.ts';
import { createTimeLeft } from '../format/time-left.ts';
import { Icon } from '../icons/Icon.tsx';
import { Progress } from '../progress/Progress.tsx';
import { format, joinFacts, plural, t } from '../text.ts';
import { measureBatch } from './batch.ts';
import type { Batch } from './groups.ts';
import type { RowPlace } from './UploadRow.tsx';
import type { UploadItem } from './upload-items.ts';

interface BatchRowProps extends RowPlace {
  readonly batch: Batch;
  /** All of the account: some of the batch may be elsewhere. */
  readonly rows: readonly UploadItem[];
  readonly isOpen: boolean;
  readonly onOpen: () => void;
  readonly nowMs: number;
}

export function BatchRow({ batch, rows, isOpen, onOpen, nowMs, index, isCurrent }: BatchRowProps) {
  const [timeLeft] = useState(createTimeLeft);
  const { total, done, failed, share, isMoving } = measureBatch(batch, rows);
  const isWhole = done + failed === total;
  const secondsLeft = timeLeft(batch.id, isMoving ? share : null, nowMs);
  const folders = new Map(batch.members.map(({ upload: { folder } }) => [folder.id, folderName(folder)]));
  const list = namedList([...folders.values()]);
  const isFile = batch.members[0]?.upload.url === '';
  const title = plural(isFile ? 'uploads.batch.files' : 'uploads.batch.links', total, { list });
  const status = joinFacts([
    t('bulk.of', { done: format.number(done), total: format.number(total) }),
    failed > 0 ? plural('uploads.batch.failed', failed) : null,
    secondsLeft === null ? null : t('uploads.left', { time: format.duration(secondsLeft) }),
  ]);
  return (
    <tr
      class="upload split list-row hover-raised inset-ring"
      aria-rowindex={index}
      data-group={batch.id}
      tabIndex={isCurrent ? 0 : -1}
    >
      <td class="upload-main media">
        <span class="upload-mark">
          <Icon
            name={isWhole ? 'done' : 'links'}
            class={`line-icon tone-${isWhole ? 'good' : isMoving ? 'moving' : 'quiet'}`}
          />
        </span>
        <button
          type="button"
          class="upload-title bare-button row medium"
          aria-expanded={isOpen}
          onClick={onOpen}
          tabIndex={-1}
        >
          <span class="one-line" title={title}>
            {title}
          </span>
          <Icon name="down" class={isOpen ? '' : 'upload-folded'} />
        </button>
        {!isWhole && (
          <>
            <span class="upload-share note">{format.percent(share)}</span>
            <div class="upload-bar">
              <Progress label={title} share={share} text={status} />
            </div>
          </>
        )}
        <p class="upload-status quiet-success clamp small numbers tone-quiet">{status}</p>
      </td>
    </tr>
  );
}
