/** One row of the list: what it is, how far it is in words, and what can be done with it. */
import { Button, IconButton } from '../button/Button.tsx';
import { Icon } from '../icons/Icon.tsx';
import { Menu } from '../menu/Menu.tsx';
import { Progress } from '../progress/Progress.tsx';
import { format, t } from '../text.ts';
import type { RowActions } from './actions.ts';
import type { Row } from './rows.ts';
import { statusOf } from './status.ts';

export interface TransferRowProps {
  readonly row: Row;
  readonly actions: RowActions;
  readonly now: number;
  /** 1 for the first. */
  readonly index: number;
  /** The one row that the Tab key leads to. */
  readonly current: boolean;
}

export function TransferRow({ row, actions, now, index, current }: TransferRowProps) {
  const status = statusOf(row, now);
  const tabIndex = current ? 0 : -1;
  const progress = row.state.kind === 'working' ? row.state.progress : null;
  const share = progress?.share ?? null;
  return (
    <tr
      class="transfer"
      aria-rowindex={index}
      data-key={row.key}
      data-state={row.state.kind}
      tabIndex={tabIndex}
    >
      <td class="transfer-what">
        <Icon name={status.icon} class={`transfer-icon tone-${status.tone}`} />
        <p class="transfer-title one-line" dir="auto" title={`${row.title}\n${row.url}`}>
          {row.title}
        </p>
        {share !== null && <span class="transfer-share">{format.percent(share)}</span>}
        {progress && (
          <div class="transfer-bar">
            <Progress label={row.title} share={share} />
          </div>
        )}
        <p class={`transfer-status tone-${status.tone}`} dir="auto" title={status.text}>
          {status.text}
        </p>
      </td>
      <td class="transfer-acts">
        {actions.icons.map(({ id, label, icon, run }) => (
          <IconButton key={id} icon={icon} label={label} onClick={run} tabIndex={tabIndex} />
        ))}
        <Menu
          label={t('transfers.more', { title: row.title })}
          tabIndex={tabIndex}
          groups={() =>
            actions.menu.map((group) =>
              group.map(({ run, ...item }) => ({ ...item, onSelect: () => void run() })),
            )
          }
        >
          <Icon name="more" class="icon-more" />
        </Menu>
      </td>
      {actions.words.length > 0 && (
        <td class="transfer-words">
          {actions.words.map(({ id, label, run }) => (
            <Button key={id} small onClick={run} tabIndex={tabIndex}>
              {label}
            </Button>
          ))}
        </td>
      )}
    </tr>
  );
}
