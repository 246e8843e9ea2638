/** The manager's address, the one state of what is shown. The browser's history hears of it, of typing a little later. */
import { useLayoutEffect, useState } from 'preact/hooks';

/** `push`: Back returns from there. `replace`: the same history entry. */
export type Step = 'push' | 'replace';

/** The fragment, with `#`, and the history of the browser. */
export interface BrowserAddress {
  readonly read: () => string;
  readonly write: (hash: string, step: Step) => void;
}

/** Changing the browser's address with each key is slow, and browsers limit it. */
const debounceMs = 300;

export function createAddress(browser: BrowserAddress) {
  const listeners = new Set<() => void>();
  /** As the browser reads it back. */
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

  /** Not where the user has just opened another address, whose event is still to come. */
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
    /** @param isTyped written once no other step has followed for a while */
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
    /** The user has opened another address. */
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

/** @param select what of the fragment the component shows: it is drawn again for no other change */
export function useAddress<T extends string | null>(address: Address, select: (hash: string) => T): T {
  const [value, setValue] = useState(() => select(address.getHash()));
  useLayoutEffect(() => {
    const update = () => setValue(select(address.getHash()));
    update();
    return address.subscribe(update);
  }, [address]);
  return value;
}
