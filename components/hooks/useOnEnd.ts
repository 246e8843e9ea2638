import { useEffect, useRef } from 'preact/hooks';

/** Calls `onEnd` when `isOn` becomes false. */
export function useOnEnd(isOn: boolean, onEnd: () => unknown): void {
  const wasOn = useRef(isOn);
  useEffect(() => {
    if (wasOn.current && !isOn) onEnd();
    wasOn.current = isOn;
  }, [isOn]);
}
