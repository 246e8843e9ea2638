/** Entries by day, as a grid with one tab stop; long lists are drawn by and by. */
import { useRef, useState } from 'preact/hooks';
import { type Account, accountName } from '../../lib/accounts/account.ts';
import type { ActivityEntry } from '../../lib/activity/entry.ts';
import { IconButton } from '../button/Button.tsx';
import { dates } from '../dates.ts';
import { rowFor, withinRow } from '../grid/keys.ts';
import { Icon } from '../icons/Icon.tsx';
import { Menu } from '../menu/Menu.tsx';
import { useNow } from '../services.ts';
import { t } from '../text.ts';
import { useGrowing } from '../transfers/useGrowing.ts';
import type { ActivityActions } from './actions.ts';
import { byDay } from './find.ts';
import { entryTitle, marks, outcomeSentence } from './sentence.ts';

export interface ActivityListProps {
  readonly entries: readonly ActivityEntry[];
  readonly accounts: readonly Account[];
  readonly actionsFor: (entry: ActivityEntry) => ActivityActions;
}

export function ActivityList({ entries, accounts, actionsFor }: ActivityListProps) {
  const now = useNow(60);
  const grid = useRef<HTMLTableElement>(null);
  const { shown, sentinel } = useGrowing(entries.length);
  const [currentId, setCurrentId] = useState<number | null>(null);
  const drawn = entries.slice(0, shown);
  const current = drawn.some(({ id }) => id === currentId) ? currentId : drawn[0]?.id;

  function onKeyDown(event: KeyboardEvent) {
    const target = event.target as HTMLElement;
    const row = target.closest<HTMLElement>('tr[data-id]');
    if (!row || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === 'Enter' && target === row) {
      // Left to itself, the same press would choose the menu's first item.
      event.preventDefault();
      row.querySelector<HTMLElement>('[aria-haspopup="menu"]')?.click();
      return;
    }
    const rows = [...(grid.current?.querySelectorAll<HTMLElement>('tr[data-id]') ?? [])];
    const next = rowFor(event.key, row, rows) ?? withinRow(event.key, row, target);
    if (!next) return;
    event.preventDefault();
    next.focus();
    next.scrollIntoView({ block: 'nearest' });
  }

  return (
    <div class="activity-scroll">
      <table
        ref={grid}
        class="activity-list"
        // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: what makes it a grid is in `onKeyDown`.
        role="grid"
        aria-label={t('activity.list')}
        onKeyDown={onKeyDown}
        onFocusIn={(event) => {
          const id = (event.target as Element).closest<HTMLElement>('tr')?.dataset['id'];
          if (id !== undefined) setCurrentId(Number(id));
        }}
      >
        {byDay(drawn).map((day) => (
          <tbody key={day.at}>
            <tr class="activity-day">
              <th scope="rowgroup" colSpan={2}>
                {dates.day(day.at, now)}
              </th>
            </tr>
            {day.entries.map((entry) => (
              <EntryRow
                key={entry.id}
                entry={entry}
                account={accounts.length > 1 ? accounts.find(({ id }) => id === entry.accountId) : undefined}
                actions={actionsFor(entry)}
                isCurrent={entry.id === current}
              />
            ))}
          </tbody>
        ))}
      </table>
      {shown < entries.length && <div ref={sentinel} class="activity-sentinel" />}
    </div>
  );
}

interface EntryRowProps {
  readonly entry: ActivityEntry;
  /** Named where there are several. */
  readonly account: Account | undefined;
  readonly actions: ActivityActions;
  readonly isCurrent: boolean;
}

function EntryRow({ entry, account, actions, isCurrent }: EntryRowProps) {
  const { icon, tone } = marks[entry.kind];
  const title = entryTitle(entry);
  const sentence = outcomeSentence(entry);
  const tabIndex = isCurrent ? 0 : -1;
  return (
    <tr class="activity-entry" data-id={entry.id} data-kind={entry.kind} tabIndex={tabIndex}>
      <td class="activity-what">
        <Icon name={icon} class={`activity-icon tone-${tone}`} />
        <p class="activity-title one-line" dir="auto" title={`${title}\n${entry.url}`}>
          {title}
        </p>
        <time class="activity-time" dateTime={new Date(entry.at).toISOString()} title={dates.full(entry.at)}>
          {dates.time(entry.at)}
        </time>
        <p class={`activity-sentence tone-${tone}`} dir="auto" title={sentence}>
          {account ? `${sentence} · ${accountName(account)}` : sentence}
        </p>
      </td>
      <td class="activity-acts">
        {actions.icons.map(({ id, label, icon: name, run }) => (
          <IconButton key={id} icon={name} label={label} onClick={run} tabIndex={tabIndex} />
        ))}
        {actions.menu.length > 0 && (
          <Menu
            label={t('transfers.more', { title })}
            tabIndex={tabIndex}
            groups={() =>
              actions.menu.map((group) =>
                group.map(({ run, ...item }) => ({ ...item, onSelect: () => void run() })),
              )
            }
          >
            <Icon name="more" class="icon-more" />
          </Menu>
        )}
      </td>
    </tr>
  );
}
