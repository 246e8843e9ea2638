/** Tabs and their panel. One tab stop, with arrows, Home and End between the tabs. */
import type { ComponentChildren } from 'preact';
import { useId, useRef } from 'preact/hooks';
import { directedKey, readKey } from '../keys/key-press.ts';
import './tabs.css';

interface Tab {
  readonly id: string;
  readonly label: string;
  /** A number after the label, and what it counts. */
  readonly count?: { readonly text: string; readonly meaning: string } | undefined;
}

interface TabsProps {
  /** The page's heading, for screen readers only. */
  readonly heading: string;
  readonly label: string;
  readonly tabs: readonly Tab[];
  readonly selected: string;
  readonly onSelect: (id: string) => void;
  readonly aside: ComponentChildren;
  readonly children: ComponentChildren;
}

export function Tabs({ heading, label, tabs, selected, onSelect, aside, children }: TabsProps) {
  const base = useId();
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
    <>
      <header class="tabs-bar inset line-below row">
        <h1 class="visually-hidden">{heading}</h1>
        <div ref={bar} class="tabs flex gap-1 grow" role="tablist" aria-label={label} onKeyDown={onKeyDown}>
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
        {aside}
      </header>
      <main class="column">
        <div class="column" role="tabpanel" id={`${base}-panel`} aria-labelledby={`${base}-${selected}`}>
          {children}
        </div>
      </main>
    </>
  );
}
