/** Rows by day, in a grid with one tab stop. Long lists are drawn in batches. */

import { useState } from 'preact/hooks';
import { type Account, getAccountName } from '../../lib/accounts/account.ts';
import type { EpochMs } from '../../lib/timing/units.ts';
import { dates } from '../format/dates.ts';
import { Icon } from '../icons/Icon.tsx';
import { type GridRowProps, useGrid } from '../list/useGrid.tsx';
import { useNow } from '../page-api.ts';
import { joinFacts, plural, t } from '../text.ts';
import { FoldButton } from '../uploads/FoldButton.tsx';
import { type RowActions, RowControls } from '../uploads/RowControls.tsx';
import { type ActivityGroup, type ActivityRow, groupByDay, isGroup, toItems } from './activity-rows.ts';
import { describeGroup, entryIcon, entrySentence, entryTitle, stageText } from './wording.ts';

interface ActivityListProps {
  readonly rows: readonly ActivityRow[];
  readonly accounts: readonly Account[];
  readonly actionsFor: (row: ActivityRow) => RowActions;
}

export function ActivityList({ rows, accounts, actionsFor }: ActivityListProps) {
  const now = useNow(60);
  const [openGroups, setOpenGroups] = useState<ReadonlySet<string>>(new Set());
  const items = toItems(rows, (id) => openGroups.has(id)).map((each, index) => ({ ...each, index }));
  const { shown, sentinel, rowProps, gridProps } = useGrid(
    'activity',
    items.map(({ item }) => item.id),
  );

  return (
    <div class="scroll" tabIndex={-1}>
      <table class="activity-list row-list" aria-label={t('activity.list')} {...gridProps}>
        {groupByDay(items.slice(0, shown)).map((day) => (
          <tbody key={day.atMs}>
            <tr class="activity-day">
              <th class="small strong tone-quiet" scope="rowgroup" colSpan={2}>
                {dates.day(day.atMs, now)}
              </th>
            </tr>
            {day.items.map(({ item, index, isMember }) =>
              isGroup(item) ? (
                <GroupRow
                  key={item.id}
                  group={item}
                  isOpen={openGroups.has(item.id)}
                  onOpen={() => setOpenGroups(openGroups.symmetricDifference(new Set([item.id])))}
                  rowProps={rowProps(index)}
                />
              ) : (
                <UploadRow
                  key={item.id}
                  row={item}
                  isMember={isMember}
                  now={now}
                  accounts={accounts}
                  actions={actionsFor(item)}
                  rowProps={rowProps(index)}
                />
              ),
            )}
          </tbody>
        ))}
      </table>
      {sentinel}
    </div>
  );
}

interface UploadRowProps {
  readonly row: ActivityRow;
  readonly isMember: boolean;
  readonly now: EpochMs;
  readonly accounts: readonly Account[];
  readonly actions: RowActions;
  readonly rowProps: GridRowProps;
}

/** Further stages are only counted. */
const maxStages = 4;

function UploadRow({ row, isMember, now, accounts, actions, rowProps }: UploadRowProps) {
  const { latest, earlier } = row;
  const { icon, tone } = entryIcon(latest);
  const title = entryTitle(latest);
  const sentence = entrySentence(latest);
  const account = accounts.length > 1 ? accounts.find(({ id }) => id === latest.accountId) : undefined;
  const moreCount = Math.max(earlier.length - maxStages, 0);
  return (
    <tr
      class={`activity-entry split list-row hover-raised inset-ring ${isMember ? 'activity-member' : ''}`}
      data-id={row.id}
      data-kind={latest.kind}
      {...rowProps}
    >
      <td class="media">
        <Icon name={icon} class={`line-icon tone-${tone}`} />
        <p class="medium one-line" dir="auto" title={`${title}\n${latest.url}`.trim()}>
          {title}
        </p>
        <Time atMs={latest.atMs} />
        <p
          class={`activity-sentence quiet-success break-anywhere small numbers tone-${tone}`}
          title={sentence}
        >
          {joinFacts([sentence, account ? getAccountName(account) : null])}
        </p>
        {earlier.slice(0, maxStages).map((stage) => (
          <p key={stage.id} class="activity-sentence break-anywhere small numbers tone-quiet">
            {stageText(stage, row, now)}
          </p>
        ))}
        {moreCount > 0 && (
          <p class="activity-sentence small numbers tone-quiet">{plural('common.more', moreCount)}</p>
        )}
      </td>
      <td class="activity-actions flex gap-0">
        <RowControls {...actions} title={title} tabIndex={rowProps.tabIndex} />
      </td>
    </tr>
  );
}

interface GroupRowProps {
  readonly group: ActivityGroup;
  readonly isOpen: boolean;
  readonly onOpen: () => void;
  readonly rowProps: GridRowProps;
}

function GroupRow({ group, isOpen, onOpen, rowProps }: GroupRowProps) {
  const { title, sentence, icon, tone } = describeGroup(group);
  return (
    <tr class="activity-entry split list-row hover-raised inset-ring" data-group={group.id} {...rowProps}>
      <td class="media">
        <Icon name={icon} class={`line-icon tone-${tone}`} />
        <FoldButton title={title} isOpen={isOpen} onOpen={onOpen} />
        <Time atMs={group.rows[0]?.latest.atMs ?? 0} />
        <p class="activity-sentence small numbers tone-quiet">{sentence}</p>
      </td>
    </tr>
  );
}

const Time = ({ atMs }: { atMs: number }) => (
  <time class="note" dateTime={new Date(atMs).toISOString()} title={dates.full(atMs)}>
    {dates.time(atMs)}
  </time>
);
