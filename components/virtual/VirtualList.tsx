/** A list that scrolls in itself, of rows of one height; only the visible ones are drawn. */
import type { ComponentChild } from 'preact';
import { useVirtualSections } from './useVirtualSections.ts';
import './virtual-list.css';

export interface VirtualListProps {
  /** For screen readers. */
  readonly label: string;
  readonly class: string;
  readonly count: number;
  /** Pixels. */
  readonly rowHeight: number;
  /** Above the rows. */
  readonly header?: ComponentChild;
  /** The rows are outdated. */
  readonly isBusy?: boolean;
  readonly rowClass: (index: number) => string;
  readonly children: (index: number) => ComponentChild;
}

export function VirtualList(props: VirtualListProps) {
  const { label, count, rowHeight, header, isBusy, rowClass, children } = props;
  const { scroller, first, end } = useVirtualSections([{ rows: count, height: rowHeight }]);
  const drawn = Array.from({ length: Math.max(0, end - first) }, (_, offset) => first + offset);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard.
    <section ref={scroller} class={`virtual-list ${props.class}`} aria-label={label} tabIndex={0}>
      {header}
      <ol style={{ blockSize: `${count * rowHeight}px` }} aria-busy={isBusy}>
        {drawn.map((index) => (
          <li
            key={index}
            class={rowClass(index)}
            style={{ blockSize: `${rowHeight}px`, insetBlockStart: `${index * rowHeight}px` }}
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
