import type { ComponentChild } from 'preact';
import { useVisibleRows } from './useVisibleRows.ts';

interface VirtualListProps {
  readonly label: string;
  readonly class: string;
  readonly count: number;
  /** Pixels. */
  readonly rowHeight: number;
  readonly header?: ComponentChild;
  /** The rows are outdated. */
  readonly isBusy?: boolean;
  readonly rowClass: (index: number) => string;
  readonly children: (index: number) => ComponentChild;
}

export function VirtualList(props: VirtualListProps) {
  const { label, count, rowHeight, header, isBusy, rowClass, children } = props;
  const { scroller, drawn, listStyle, rowStyle } = useVisibleRows([{ rows: count, height: rowHeight }]);
  return (
    <section
      ref={scroller}
      class={`virtual-list ${props.class}`}
      aria-label={label}
      // Scrollers must be reachable by keyboard.
      tabIndex={count > 0 ? 0 : undefined}
    >
      {header}
      <ol class="virtual-rows" style={listStyle} aria-busy={isBusy}>
        {drawn.map((index) => (
          <li
            key={index}
            class={rowClass(index)}
            style={rowStyle(index)}
            aria-posinset={index + 1}
            aria-setsize={count}
          >
            {children(index)}
          </li>
        ))}
      </ol>
    </section>
  );
}
