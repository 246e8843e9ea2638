/** What the package needs from a runtime. Older ones must still load its modules, to report what is missing. */

/** Redirects aren't followed, because the next host would get the key. "error" would look like an unreachable service. */
export const requestOptions = {
  redirect: 'manual',
  credentials: 'omit',
  referrerPolicy: 'no-referrer',
  cache: 'no-store',
} as const satisfies RequestInit;

/** @throws {TypeError} if the runtime is too old */
export function requireRuntime(): void {
  const needed = {
    fetch: globalThis.fetch,
    'Promise.withResolvers': Promise.withResolvers,
    'URL.parse': URL.parse,
    'AbortSignal.any': globalThis.AbortSignal?.any,
    WeakRef: globalThis.WeakRef,
    'a fetch that takes “cache”': takesRequestOptions(),
  };
  const missing = Object.entries(needed).filter(([, value]) => !value);
  if (missing.length === 0) return;
  const names = missing.map(([name]) => name).join(', ');
  throw new TypeError(
    `linkhaul-api needs ${names}: Node.js 22, a current Deno or Bun, a Worker with a compatibility date from 2025 on, or a browser from 2024 on.`,
  );
}

/** Workers with an older compatibility date reject some options. */
function takesRequestOptions(): boolean {
  try {
    return new Request('https://files.example', requestOptions) !== null;
  } catch {
    return false;
  }
}
