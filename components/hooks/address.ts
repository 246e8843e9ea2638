/** The address alone decides what is shown. While the user types, the browser's history follows after a pause. */
import { useLayoutEffect, useState } from 'preact/hooks';

/** `push` adds a history entry, `replace` keeps the current one. */
export type Step = 'push' | 'replace';

/** The fragment starts with `#`. */
interface BrowserAddress {
  readonly read: () => string;
  readonly write: (hash: string, step: Step) => void;
}

/** Changing the address at every key press is slow, and browsers limit it. */
const debounceMs = 300;

export function createAddress(browser: BrowserAddress) {
  const listeners = new Set<() => void>();
  let known = browser.read();
  let written = known;
  let shown = known;
  let pending: { readonly step: Step; readonly timer: ReturnType<typeof setTimeout> } | null = null;

  function show(hash: string): void {
    shown = hash;
    for (const listener of listeners) listener();
  }

  function forget(): void {
    clearTimeout(pending?.timer);
    pending = null;
  }

  /** False if the user has just opened another address, whose event is still to come. */
  const isCurrent = () => browser.read() === known;

  function write(step: Step): void {
    forget();
    if (!isCurrent() || written === shown) return;
    written = shown;
    browser.write(shown, step);
    known = browser.read();
  }

  return {
    getHash: () => shown,
    /** @param isTyped writes to the history only after a pause */
    go(hash: string, step: Step, isTyped = false): void {
      if (!isCurrent()) return;
      // Back must return to the latest query.
      if (step === 'push' && pending) write(pending.step);
      const kind = pending?.step ?? step;
      forget();
      show(hash);
      if (isTyped) pending = { step: kind, timer: setTimeout(() => write(kind), debounceMs) };
      else write(kind);
    },
    /** Call this after the user opened another address. */
    reread(): void {
      forget();
      known = browser.read();
      written = known;
      show(known);
    },
    subscribe(listener: () => void): () => void {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

export type Address = ReturnType<typeof createAddress>;

/** @param select the part of the fragment that the component depends on */
export function useAddress<T extends string | null>(address: Address, select: (hash: string) => T): T {
  const [value, setValue] = useState(() => select(address.getHash()));
  useLayoutEffect(() => {
    const update = () => setValue(select(address.getHash()));
    update();
    return address.subscribe(update);
  }, [address]);
  return value;
}
