/** State that outlives a view, until the page closes. */
import { usePageApi } from '../page-api.ts';

const kept = new WeakMap<object, Map<string | undefined, object>>();

/**
 * Returns the same object for the same name. Keep it small.
 * @param create creates it the first time
 */
export function usePageState<T extends object>(name: string | undefined, create: () => T): T {
  const page = usePageApi();
  const all = kept.get(page) ?? new Map<string | undefined, object>();
  const known = (all.get(name) as T | undefined) ?? create();
  kept.set(page, all.set(name, known));
  return known;
}
