/**
 * Drafts in the history entry's state. They survive a reload and end with the tab. The browser keeps the state, in private windows only in
 * memory.
 */
import { browser } from 'wxt/browser';

/** Browsers limit how often a page may change its history. */
const writeMs = 200;
/** In characters of JSON. Larger drafts would be slow to write, so a reload loses them. */
const maxLength = 500_000;

interface TabState {
  /** Other versions may have other fields. */
  readonly version: string;
  /** JSON by name. */
  readonly drafts: Readonly<Record<string, string>>;
}

export function createTabDrafts() {
  const { version } = browser.runtime.getManifest();
  const kept = history.state as TabState | null;
  const restored = kept?.version === version ? kept.drafts : {};
  const values = new Map<string, unknown>(
    Object.entries(restored).map(([name, json]) => [name, JSON.parse(json)]),
  );
  let drafts = restored;
  const changed = new Set<string>();
  let writtenAtMs = Number.NEGATIVE_INFINITY;
  let timer: ReturnType<typeof setTimeout> | undefined;

  function store(): void {
    clearTimeout(timer);
    timer = undefined;
    writtenAtMs = performance.now();
    for (const name of changed) {
      const { [name]: _, ...others } = drafts;
      const json = JSON.stringify(values.get(name)) ?? '';
      const length = Object.values(others).reduce((total, each) => total + each.length, json.length);
      drafts = json !== '' && length <= maxLength ? { ...others, [name]: json } : others;
    }
    changed.clear();
    const state: TabState = { version, drafts };
    history.replaceState(state, '');
  }

  // Links to other views create history entries without a state.
  addEventListener('hashchange', store);
  // Saving at `pagehide` would be too late for a reload.
  addEventListener('beforeunload', () => changed.size > 0 && store());
  return {
    get: (name: string): unknown => values.get(name),
    set(name: string, value: unknown): void {
      if (values.get(name) === value) return;
      if (value === undefined) values.delete(name);
      else values.set(name, value);
      changed.add(name);
      timer ??= setTimeout(store, writtenAtMs + writeMs - performance.now());
    },
  };
}
