/** Defers work past the first frame: `Intl` takes 35 ms in a new process, for example. */
import { useLayoutEffect, useState } from 'preact/hooks';
import { afterPaint } from '../../lib/timing/after-paint.ts';

let hasPainted = false;

/** Whether the page has painted a frame with a component that uses this. */
export function useHasPainted(): boolean {
  const [value, setValue] = useState(hasPainted);
  useLayoutEffect(() => {
    if (value) return;
    afterPaint(() => {
      hasPainted = true;
      setValue(true);
    });
  }, []);
  return value;
}
