import { useLayoutEffect, useRef } from 'preact/hooks';

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
