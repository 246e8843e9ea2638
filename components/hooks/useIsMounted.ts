import { useLayoutEffect, useRef } from 'preact/hooks';

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
