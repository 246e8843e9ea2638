/** Looks at addresses: each once, only those that are still asked for. */

export interface Checking {
  readonly state: 'checking';
}

export interface AddressChecks<T> {
  /** What was found at an address; `checking` until then. */
  of(address: string): T | Checking;
  /** Forgets every other address, and stops looking at it. */
  keep(addresses: readonly string[]): void;
  /** Looks at these, unless that was done or is being done. */
  look(addresses: readonly string[]): void;
}

/** @param onFound is called after each look, unless its address was forgotten meanwhile. */
export function createAddressChecks<T>(
  check: (address: string, signal: AbortSignal) => Promise<T>,
  onFound: () => void,
): AddressChecks<T> {
  const looks = new Map<string, { readonly abort: AbortController; found?: T }>();

  async function lookAt(address: string): Promise<void> {
    const look: { abort: AbortController; found?: T } = { abort: new AbortController() };
    looks.set(address, look);
    try {
      look.found = await check(address, look.abort.signal);
    } catch (error) {
      // A look that we ended ourselves has nobody who waits for it.
      if (!look.abort.signal.aborted) throw error;
    }
    if (looks.get(address) === look) onFound();
  }

  return {
    of: (address) => looks.get(address)?.found ?? { state: 'checking' },
    keep(addresses) {
      for (const [address, { abort }] of looks) {
        if (addresses.includes(address)) continue;
        abort.abort();
        looks.delete(address);
      }
    },
    look(addresses) {
      for (const address of addresses) if (!looks.has(address)) void lookAt(address);
    },
  };
}
