/** Entries by day, as a grid with one tab stop; long lists are drawn incrementally. */
import { type Account, getAccountName } from '../../lib/accounts/account.ts';
import type { ActivityEntry } from '../../lib/activity/activity.ts';
import { dates } from '../format/dates.ts';
import { Icon } from '../icons/Icon.tsx';
import { type GridRowProps, useGrid } from '../list/useGrid.tsx';
import { useNow } from '../page-api.ts';
import { joinFacts, t } from '../text.ts';
import { type RowActions, RowControls } from '../uploads/RowControls.tsx';
import { groupByDay } from './activity-search.ts';
import { entryIcon, entrySentence, entryTitle } from './wording.ts';

interface ActivityListProps {
  readonly entries: readonly ActivityEntry[];
  readonly accounts: readonly Account[];
  readonly actionsFor: (entry: ActivityEntry) => RowActions;
}

export function ActivityList({ entries, accounts, actionsFor }: ActivityListProps) {
  const now = useNow(60);
  const { shown, sentinel, rowProps, gridProps } = useGrid(entries.map(({ id }) => `${id}`));
  const drawn = entries.slice(0, shown);

  return (
    <div class="scroll" tabIndex={-1}>
      <table
        class="activity-list row-list"
        // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: `useGrid` makes it a grid.
        role="grid"
        aria-label={t('activity.list')}
        {...gridProps}
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
                rowProps={rowProps(drawn.indexOf(entry))}
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
  readonly rowProps: GridRowProps;
}

function EntryRow({ entry, account, actions, rowProps }: EntryRowProps) {
  const { icon, tone } = entryIcon(entry);
  const title = entryTitle(entry);
  const sentence = entrySentence(entry);
  return (
    <tr
      class="activity-entry split list-row hover-raised inset-ring"
      data-id={entry.id}
      data-kind={entry.kind}
      {...rowProps}
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
        <RowControls {...actions} title={title} tabIndex={rowProps.tabIndex} />
      </td>
    </tr>
  );
}
