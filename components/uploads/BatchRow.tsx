/** Folds uploads sent together, or the copies of one link. */
import { useState } from 'preact/hooks';
import { showMoreUploads } from '#page/page-data.ts';
import { isSourceFailure } from '../../lib/uploads/upload.ts';
import { getRank, hasEnded, isSilent, type UploadItem } from '../../lib/uploads/upload-items.ts';
import { Button } from '../button/Button.tsx';
import { namedList } from '../format/named-list.ts';
import { folderName } from '../format/names.ts';
import { createTimeLeft } from '../format/time-left.ts';
import { Icon, type IconName } from '../icons/Icon.tsx';
import type { GridRowProps } from '../list/useGrid.tsx';
import { Progress } from '../progress/Progress.tsx';
import { format, joinFacts, plural, t } from '../text.ts';
import { measureBatch, measureMembers } from './batch.ts';
import { actionsForCause } from './cause-actions.ts';
import { FoldButton } from './FoldButton.tsx';
import type { Batch } from './groups.ts';
import { RowControls } from './RowControls.tsx';
import type { RowContext } from './row-actions.ts';
import { type RowTone, statusIcons } from './status-icons.ts';
import { statusText, waitText } from './wording.ts';

interface BatchRowProps {
  readonly rowProps: GridRowProps;
  readonly batch: Batch;
  /** Of the account, because the batch may span several groups. */
  readonly items: readonly UploadItem[];
  readonly context: RowContext;
  readonly isOpen: boolean;
  readonly onOpen: () => void;
  readonly nowMs: number;
}

export const BatchRow = (props: BatchRowProps) =>
  props.batch.isCause ? <CauseRow {...props} /> : <ProgressRow {...props} />;

export const UnreadRow = ({
  rowProps,
  count,
}: Pick<BatchRowProps, 'rowProps'> & { readonly count: number }) => (
  <tr {...rowProps}>
    <td class="upload-copy">
      <Button isSmall kind="quiet" onClick={showMoreUploads} tabIndex={rowProps.tabIndex}>
        {plural('common.more', count)}
      </Button>
    </td>
  </tr>
);

function ProgressRow(props: BatchRowProps) {
  const { batch, items, isOpen, onOpen, nowMs, rowProps } = props;
  const [timeLeft] = useState(createTimeLeft);
  const [first, second] = batch.members;
  const isLink = first?.account !== undefined && first.upload.linkId === second?.upload.linkId;
  const measured = isLink ? measureMembers(batch.members, nowMs) : measureBatch(batch, items, nowMs);
  const { share, isMoving } = measured;
  const isWhole = measured.done + measured.failed === measured.total;
  const secondsLeft = timeLeft(batch.id, isMoving ? share : null, nowMs);
  const left = secondsLeft === null ? null : t('uploads.left', { time: format.duration(secondsLeft) });
  const { title, status, icon, tone } = isLink
    ? describeCopies(batch, measured.done, left, nowMs)
    : describeBatch(batch, measured, left, nowMs);
  return (
    <tr class="upload split list-row hover-raised inset-ring" data-group={batch.id} {...rowProps}>
      <td class="upload-main media">
        <span class="upload-mark">
          <Icon name={icon} class={`line-icon tone-${tone}`} />
        </span>
        <FoldButton class="upload-title" title={title} isOpen={isOpen} onOpen={onOpen} />
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

function CauseRow({ batch: { id, members }, context, isOpen, onOpen, nowMs, rowProps }: BatchRowProps) {
  const { tabIndex } = rowProps;
  const { buttons, menu } = actionsForCause(members, context);
  const [lead] = members;
  if (lead === undefined) return null;
  const { state, upload } = lead;
  const isOfSite = isSourceFailure(upload.failure?.code);
  const isKnown = state === 'failed' || state === 'refused' || state === 'uncertain';
  const title = plural(`uploads.causes.${isKnown && !isOfSite ? state : 'stopped'}`, members.length);
  const texts = new Set(members.map((item) => statusText(item, nowMs)));
  // Otherwise the status would only repeat the title.
  const status = texts.size === 1 && (state !== 'failed' || upload.failure?.msg) ? [...texts] : [];
  const [icon, tone] = statusIcons[state];
  return (
    <tr class="upload split list-row hover-raised inset-ring" data-group={id} {...rowProps}>
      <td class="upload-main media">
        <span class="upload-mark">
          <Icon name={icon} class={`line-icon tone-${tone}`} />
        </span>
        <FoldButton class="upload-title" title={title} isOpen={isOpen} onOpen={onOpen} />
        {status.map((text) => (
          <p key={text} class={`upload-status clamp small numbers tone-${tone}`}>
            {text}
          </p>
        ))}
        <p class="upload-status upload-names one-line small tone-quiet" dir="auto">
          {namedList(members.map((item) => item.title))}
        </p>
      </td>
      <td class="upload-actions flex gap-0">
        <RowControls icons={[]} menu={() => menu} title={title} tabIndex={tabIndex} />
      </td>
      <td class="upload-buttons flow gap-2 full-row">
        {buttons.map(({ id, label, run }) => (
          <Button key={id} isSmall onClick={run} tabIndex={tabIndex}>
            {label}
          </Button>
        ))}
      </td>
    </tr>
  );
}

interface Description {
  readonly title: string;
  readonly status: string;
  readonly icon: IconName;
  readonly tone: RowTone;
}

function describeBatch(
  batch: Batch,
  { total, done, failed, isMoving }: ReturnType<typeof measureBatch>,
  left: string | null,
  nowMs: number,
): Description {
  const waiting = isMoving ? undefined : batch.members.find(({ state }) => !hasEnded(state));
  const folders = new Map(batch.members.map(({ upload: { folder } }) => [folder.id, folderName(folder)]));
  const list = namedList([...folders.values()]);
  const isFile = batch.members[0]?.upload.url === '';
  const isWhole = done + failed === total;
  return {
    title: plural(isFile ? 'uploads.batch.files' : 'uploads.batch.links', total, { list }),
    status: joinFacts([
      t('bulk.of', { done: format.number(done), total: format.number(total) }),
      failed > 0 ? plural('uploads.batch.failed', failed) : null,
      left,
      waiting ? waitText(waiting, nowMs) : null,
    ]),
    icon: isWhole ? 'done' : 'links',
    tone: isWhole ? 'good' : isMoving ? 'moving' : 'quiet',
  };
}

/** How many accounts have the link, and the state of the most urgent copy. */
function describeCopies({ members }: Batch, done: number, left: string | null, nowMs: number): Description {
  const underWay = members.filter(({ state }) => !hasEnded(state));
  const urgent =
    members.find((item) => getRank(item) === 1) ?? underWay.toSorted((a, b) => getRank(a) - getRank(b))[0];
  const [icon, tone] = statusIcons[urgent?.state ?? 'done'];
  // While something moves, the bar shows the rest.
  const isMoving = urgent && getRank(urgent) === 0 && !isSilent(urgent, nowMs);
  return {
    title: members[0]?.title ?? '',
    status: joinFacts([
      plural('uploads.copies', members.length, { done: format.number(done) }),
      ...(isMoving ? [left] : urgent ? [urgent.account ?? null, statusText(urgent, nowMs)] : []),
    ]),
    icon,
    tone,
  };
}
