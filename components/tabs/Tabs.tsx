/** One tab stop. */
import type { ComponentChildren } from 'preact';
import { useId, useRef } from 'preact/hooks';
import { directedKey, readKey } from '../keys/key-press.ts';
import './tabs.css';

interface Tab {
  readonly id: string;
  readonly label: string;
  /** Follows the label. `meaning` says what is counted. */
  readonly count?: { readonly text: string; readonly meaning: string } | undefined;
}

interface TabListProps {
  readonly label: string;
  readonly tabs: readonly Tab[];
  readonly selected: string;
  readonly onSelect: (id: string) => void;
  /** The panel has the id `${base}-panel`, its label `${base}-${selected}`. */
  readonly base: string;
  readonly class?: string;
}

export function TabList({ label, tabs, selected, onSelect, base, class: extra = '' }: TabListProps) {
  const bar = useRef<HTMLDivElement>(null);

  function onKeyDown(event: KeyboardEvent) {
    const at = tabs.findIndex(({ id }) => id === selected);
    const press = readKey(event);
    if (!press || press.mod || press.alt) return;
    const { length } = tabs;
    const targets: Readonly<Record<string, number>> = {
      forward: (at + 1) % length,
      back: (at - 1 + length) % length,
      Home: 0,
      End: length - 1,
    };
    const next = targets[directedKey(press, event.currentTarget as Element)] ?? -1;
    const tab = tabs[next];
    if (!tab) return;
    event.preventDefault();
    onSelect(tab.id);
    bar.current?.querySelectorAll<HTMLElement>('[role="tab"]')[next]?.focus();
  }

  return (
    <div ref={bar} class={`tabs flex gap-1 ${extra}`} role="tablist" aria-label={label} onKeyDown={onKeyDown}>
      {tabs.map((tab) => (
        <button
          key={tab.id}
          type="button"
          role="tab"
          class="bare-button tab medium selectable hover"
          id={`${base}-${tab.id}`}
          aria-selected={tab.id === selected}
          aria-controls={`${base}-panel`}
          tabIndex={tab.id === selected ? 0 : -1}
          onClick={() => onSelect(tab.id)}
        >
          {tab.label}
          {tab.count && (
            <>
              {' '}
              <span class="tab-count numbers" aria-hidden="true">
                {tab.count.text}
              </span>
              <span class="visually-hidden">{tab.count.meaning}</span>
            </>
          )}
        </button>
      ))}
    </div>
  );
}

interface TabsProps extends Pick<TabListProps, 'label' | 'tabs' | 'selected' | 'onSelect'> {
  /** For screen readers only. */
  readonly heading: string;
  readonly aside: ComponentChildren;
  readonly children: ComponentChildren;
}

export function Tabs({ heading, aside, children, ...list }: TabsProps) {
  const base = useId();
  return (
    <>
      <header class="tabs-bar inset line-below row">
        <h1 class="visually-hidden">{heading}</h1>
        <TabList {...list} base={base} class="grow" />
        {aside}
      </header>
      <main class="column">
        <div class="column" role="tabpanel" id={`${base}-panel`} aria-labelledby={`${base}-${list.selected}`}>
          {children}
        </div>
      </main>
    </>
  );
}
