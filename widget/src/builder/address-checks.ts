/** Checks each address once, and keeps the result while the address is in use. */

export interface Checking {
  readonly state: 'checking';
}

/** @param onResult called after each check, unless its address was removed */
export function createAddressChecks<T>(
  check: (address: string, signal: AbortSignal) => Promise<T>,
  onResult: () => void,
) {
  const checks = new Map<string, { readonly controller: AbortController; result?: T }>();

  async function start(address: string): Promise<void> {
    const entry: { controller: AbortController; result?: T } = { controller: new AbortController() };
    checks.set(address, entry);
    try {
      entry.result = await check(address, entry.controller.signal);
    } catch (error) {
      if (!entry.controller.signal.aborted) throw error;
    }
    if (checks.get(address) === entry) onResult();
  }

  return {
    /** `checking` until there is a result. */
    get: (address: string): T | Checking => checks.get(address)?.result ?? { state: 'checking' },
    /** Aborts and removes all other checks. */
    retain(addresses: readonly string[]): void {
      for (const [address, { controller }] of checks) {
        if (addresses.includes(address)) continue;
        controller.abort();
        checks.delete(address);
      }
    },
    check(addresses: readonly string[]): void {
      for (const address of addresses) if (!checks.has(address)) void start(address);
    },
  };
}
