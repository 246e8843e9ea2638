/** Entries by day, as a grid with one tab stop; long lists are drawn incrementally. */
import { useState } from 'preact/hooks';
import { type Account, getAccountName } from '../../lib/accounts/account.ts';
import type { ActivityEntry } from '../../lib/uploads/activity.ts';
import { dates } from '../format/dates.ts';
import { Icon } from '../icons/Icon.tsx';
import { onGridKeyDown } from '../keys/grid-keys.ts';
import { useNow } from '../page-api.ts';
import { joinFacts, t } from '../text.ts';
import { type RowActions, RowControls } from '../uploads/RowControls.tsx';
import { useIncrementalRows } from '../virtual/useIncrementalRows.tsx';
import { groupByDay } from './activity-search.ts';
import { entryIcon, entrySentence, entryTitle } from './wording.ts';

interface ActivityListProps {
  readonly entries: readonly ActivityEntry[];
  readonly accounts: readonly Account[];
  readonly actionsFor: (entry: ActivityEntry) => RowActions;
}

export function ActivityList({ entries, accounts, actionsFor }: ActivityListProps) {
  const now = useNow(60);
  const { shown, sentinel } = useIncrementalRows(entries.length);
  const [currentId, setCurrentId] = useState<number | null>(null);
  const drawn = entries.slice(0, shown);
  const current = drawn.some(({ id }) => id === currentId) ? currentId : drawn[0]?.id;

  return (
    <div class="scroll" tabIndex={-1}>
      <table
        class="activity-list row-list"
        // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: `onGridKeyDown` makes it a grid.
        role="grid"
        aria-label={t('activity.list')}
        onKeyDown={(event) => onGridKeyDown(event, 'tr[data-id]')}
        onFocusIn={(event) => {
          const id = (event.target as Element).closest<HTMLElement>('tr')?.dataset['id'];
          if (id !== undefined) setCurrentId(Number(id));
        }}
      >
        {groupByDay(drawn).map((day) => (
          <tbody key={day.atMs}>
            <tr class="activity-day">
              <th class="small strong tone-quiet" scope="rowgroup" colSpan={2}>
                {dates.day(day.atMs, now)}
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
      {sentinel}
    </div>
  );
}

interface EntryRowProps {
  readonly entry: ActivityEntry;
  /** Named where there are several. */
  readonly account: Account | undefined;
  readonly actions: RowActions;
  readonly isCurrent: boolean;
}

function EntryRow({ entry, account, actions, isCurrent }: EntryRowProps) {
  const { icon, tone } = entryIcon(entry);
  const title = entryTitle(entry);
  const sentence = entrySentence(entry);
  const tabIndex = isCurrent ? 0 : -1;
  return (
    <tr
      class="activity-entry split list-row hover-raised inset-ring"
      data-id={entry.id}
      data-kind={entry.kind}
      tabIndex={tabIndex}
    >
      <td class="media">
        <Icon name={icon} class={`line-icon tone-${tone}`} />
        <p class="medium one-line" dir="auto" title={`${title}\n${entry.url}`.trim()}>
          {title}
        </p>
        <time class="note" dateTime={new Date(entry.atMs).toISOString()} title={dates.full(entry.atMs)}>
          {dates.time(entry.atMs)}
        </time>
        <p
          class={`activity-sentence quiet-success break-anywhere small numbers tone-${tone}`}
          title={sentence}
        >
          {joinFacts([sentence, account ? getAccountName(account) : null])}
        </p>
      </td>
      <td class="activity-actions flex gap-0">
        <RowControls {...actions} title={title} tabIndex={tabIndex} />
      </td>
    </tr>
  );
}
