/** Small hooks that features share. */
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';

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

/** Whether the component is still on the page, for answers that come after it has left. */
export function useIsMounted(): { readonly current: boolean } {
  const isMounted = useRef(true);
  // `useEffect` would clean up only after the next frame.
  useLayoutEffect(
    () => () => {
      isMounted.current = false;
    },
    [],
  );
  return isMounted;
}

export function useMediaQuery(query: string): boolean {
  const [isMatching, setMatching] = useState(() => matchMedia(query).matches);
  useEffect(() => {
    const list = matchMedia(query);
    const update = () => setMatching(list.matches);
    update();
    list.addEventListener('change', update);
    return () => list.removeEventListener('change', update);
  }, [query]);
  return isMatching;
}
