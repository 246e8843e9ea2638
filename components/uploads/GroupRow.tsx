/** The head of a group: folds it, and says how many are in it, their speed and the time left. */
import { Icon } from '../icons/Icon.tsx';
import { format, t } from '../text.ts';
import type { Group } from './groups.ts';

export interface GroupRowProps {
  readonly group: Group;
  readonly isFolded: boolean;
  readonly onFold: () => void;
  /** 1 for the first row of the list. */
  readonly index: number;
  /** The Tab key leads to this one row. */
  readonly isCurrent: boolean;
}

export function GroupRow({ group, isFolded, onFold, index, isCurrent }: GroupRowProps) {
  const { name, rows, bytesPerSecond, secondsLeft } = group;
  const totals = [
    bytesPerSecond === null ? null : format.speed(bytesPerSecond),
    secondsLeft === null ? null : t('uploads.left', { time: format.duration(secondsLeft) }),
  ];
  return (
    <tr class="upload-group" aria-rowindex={index} data-group={name} tabIndex={isCurrent ? 0 : -1}>
      <td>
        <button
          type="button"
          class="upload-group-name"
          aria-expanded={!isFolded}
          onClick={onFold}
          tabIndex={-1}
        >
          <Icon name="down" class={isFolded ? 'upload-folded' : ''} />
          {t(`uploads.groups.${name}`)} <span class="upload-group-count">{format.number(rows.length)}</span>
        </button>
      </td>
      <td class="upload-group-totals">{totals.filter((total) => total !== null).join(' · ')}</td>
    </tr>
  );
}
