import { useEffect, useState } from 'preact/hooks';

/** How long somebody who still types goes on after a key; milliseconds. */
const PAUSE = 500;

/** The value as it was when it last rested for a moment: for what should not follow every key. */
export function useSettled<T extends string | number | boolean | null>(value: T): T {
  const [settled, settle] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => settle(value), PAUSE);
    return () => clearTimeout(timer);
  }, [value]);
  return settled;
}
