import { useCallback, useState } from 'preact/hooks';
import { usePageApi } from '../page-api.ts';

/** State that is kept as a draft. The value must be JSON. Remount with a new `key` to change the name. */
export function useDraft<T>(
  name: string,
  initial: T,
): readonly [T, (change: T | ((before: T) => T)) => void] {
  const input = useDraftInput(name, initial);
  const [value, setValue] = useState(input.current);
  const change = useCallback((to: T | ((before: T) => T)) => {
    input.current = typeof to === 'function' ? (to as (before: T) => T)(input.current) : to;
    setValue(input.current);
  }, []);
  return [value, change];
}

/** A draft that changes at once, not with the next render. */
export function useDraftInput<T>(name: string, initial: T): { current: T } {
  const { drafts } = usePageApi();
  const [input] = useState(() => ({
    get current(): T {
      return (drafts.get(name) as T | undefined) ?? initial;
    },
    set current(next) {
      drafts.set(name, next === initial ? undefined : next);
    },
  }));
  return input;
}
