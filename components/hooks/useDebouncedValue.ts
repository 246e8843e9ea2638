import { useEffect, useState } from 'preact/hooks';

/** Longer than the gap between two keys. */
const debounceMs = 500;

export function useDebouncedValue<T extends string | number | boolean | null>(value: T): T {
  const [debounced, setDebounced] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setDebounced(value), debounceMs);
    return () => clearTimeout(timer);
  }, [value]);
  return debounced;
}
