/** Draws the visible options and the one with the cursor. */
import type { JSX } from 'preact';
import type { List } from './useList.ts';

interface ListboxProps {
  readonly label: string;
  readonly id?: string;
  readonly class?: string;
  readonly count: number;
  readonly list: List;
  readonly isMultiple?: boolean;
  /** If undefined, the focus stays in a field that handles the keys. */
  readonly onKeyDown?: (event: KeyboardEvent) => void;
  /** Null: the row no longer exists. */
  readonly option: (index: number) => JSX.IntrinsicElements['div'] | null;
}

export function Listbox({ label, id, count, list, isMultiple, onKeyDown, option, ...props }: ListboxProps) {
  return (
    // Otherwise Chromium makes the scroller a tab stop.
    <div
      ref={list.scroller}
      class={`scroll no-ring ${props.class ?? ''}`}
      hidden={count === 0}
      tabIndex={onKeyDown ? undefined : -1}
    >
      <div
        id={id}
        class="virtual-rows no-ring"
        role="listbox"
        aria-label={label}
        aria-multiselectable={isMultiple}
        style={list.listStyle}
        tabIndex={onKeyDown && -1}
        onKeyDown={onKeyDown}
        onFocusIn={list.onFocusIn}
      >
        {list.drawn.map((index) => {
          const { key, ...attributes } = option(index) ?? {};
          return (
            key !== undefined && (
              <div
                key={key}
                role="option"
                aria-posinset={index + 1}
                aria-setsize={count}
                data-index={index}
                tabIndex={onKeyDown && index === list.at ? 0 : -1}
                style={list.rowStyle(index)}
                {...attributes}
              />
            )
          );
        })}
      </div>
    </div>
  );
}
