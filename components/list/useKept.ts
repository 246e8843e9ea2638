/** What is kept as long as a page is open: views are removed while another one is shown. */
import { usePageApi } from '../page-api.ts';

const kept = new WeakMap<object, Map<string, unknown>>();
/** The user rarely goes back that far. */
const maxKept = 500;

/** The same object under the same name. @param create makes the first one */
export function useKept<T extends object>(name: string, create: () => T): T {
  const page = usePageApi();
  const all = kept.get(page) ?? new Map<string, unknown>();
  kept.set(page, all);
  const known = all.get(name) as T | undefined;
  if (known !== undefined) return known;
  if (all.size >= maxKept) all.clear();
  const made = create();
  all.set(name, made);
  return made;
}
