/**
 * Drafts in the state of the tab's history entry. They survive a reload, belong to one tab, and end with it. Linkhaul stores nothing: the
 * browser keeps the state, in private windows only in memory.
 */
import { browser } from 'wxt/browser';

/** Browsers limit how often a page may change its history. */
const writeMs = 200;
/** In characters of JSON. Larger drafts are lost by a reload, because writing them would be slow. */
const maxLength = 500_000;

interface TabState {
  /** Drafts of another version could have other fields. */
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
  // The state of `pagehide` would come too late for a reload.
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
