import type { UploadItem } from '../../lib/uploads/upload-items.ts';
import { Button } from '../button/Button.tsx';
import { Icon } from '../icons/Icon.tsx';
import type { GridRowProps } from '../list/useGrid.tsx';
import { Progress } from '../progress/Progress.tsx';
import { format } from '../text.ts';
import { commonText } from './common-wording.ts';
import { RowControls } from './RowControls.tsx';
import { statusIcons } from './status-icons.ts';
import type { UploadActions } from './upload-actions.ts';
import type * as Wording from './wording.ts';

interface UploadRowProps {
  readonly rowProps: GridRowProps;
  readonly item: UploadItem;
  readonly actions: UploadActions;
  /** Null leaves out the state's text. */
  readonly nowMs: number | null;
  /** Null until loaded. */
  readonly wording: typeof Wording | null;
}

/** In characters. Addresses of one host differ at the end. */
const endLength = 20;

export function UploadRow({ item, actions, nowMs, wording, rowProps }: UploadRowProps) {
  const { upload, title, origin, state, rank, progress, account, note } = item;
  // A question to the user looks like an uncertain upload.
  const [icon, tone] =
    statusIcons[upload.failure?.code === 'source.site' ? 'uncertain' : rank === 2 ? 'pending' : state];
  const text = nowMs === null ? '' : (commonText(item, nowMs) ?? wording?.statusText(item, nowMs) ?? '');
  const { tabIndex } = rowProps;
  const { button } = actions;
  const hasBar = state === 'working' || (state === 'sending' && progress !== null);
  const share = hasBar ? (progress?.share ?? null) : null;
  return (
    <tr
      class={`upload split list-row hover-raised inset-ring ${account ? 'upload-copy' : ''} ${button ? 'upload-asking' : ''}`}
      data-key={upload.id}
      data-state={state}
      {...rowProps}
    >
      <td class="upload-main media">
        <span class={state === 'done' ? 'upload-mark upload-picture picture' : 'upload-mark'}>
          <Icon name={icon} class={`line-icon tone-${tone}`} />
          {upload.imageUrl !== null && nowMs !== null && (
            <img src={upload.imageUrl} alt="" loading="lazy" referrerpolicy="no-referrer" onError={hide} />
          )}
        </span>
        <p class="upload-title medium one-line" dir="auto" title={`${title}\n${upload.url}`.trim()}>
          {account ?? title}
        </p>
        {share !== null && nowMs !== null && <span class="upload-share note">{format.percent(share)}</span>}
        {hasBar && (
          <div class={progress?.isStale ? 'upload-bar upload-stale' : 'upload-bar'}>
            <Progress label={title} share={share} />
          </div>
        )}
        <p class={`upload-status quiet-success clamp small numbers tone-${tone}`} title={text}>
          {text}
        </p>
        {origin !== null && (
          <p class="upload-status quiet-success clamp small numbers upload-origin" dir="ltr">
            {/* Only the start of the address is cut. */}
            <span class="one-line">{origin.slice(0, -endLength)}</span>
            <span>{origin.slice(-endLength)}</span>
          </p>
        )}
        {wording?.listNotes(upload, note).map(({ text, tone }) => (
          <p key={text} class={`upload-status quiet-success clamp small numbers tone-${tone}`}>
            {text}
          </p>
        ))}
      </td>
      <td class="upload-actions flex gap-0">
        {button && (
          <Button key={button.id} isSmall onClick={button.run} tabIndex={tabIndex}>
            {button.label}
          </Button>
        )}
        <RowControls {...actions} title={title} tabIndex={tabIndex} />
      </td>
    </tr>
  );
}

function hide({ currentTarget }: { currentTarget: HTMLImageElement }): void {
  currentTarget.hidden = true;
}
