import { useEffect, useState } from 'preact/hooks';

/** Longer than the gap between two keys. */
const debounceMs = 500;

export function useDebouncedValue<T extends string | number | boolean | null>(value: T): T {
  const [settled, settle] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => settle(value), debounceMs);
    return () => clearTimeout(timer);
  }, [value]);
  return settled;
}
