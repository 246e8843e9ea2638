/** What need not be in a page's first frame comes with the next one: `Intl` takes 35 ms in a new process, for example. */
import { useLayoutEffect, useState } from 'preact/hooks';

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

/** Runs after the next frame; soon also where the page is not in sight, and has no frames. */
export function afterPaint(work: () => void): void {
  if (document.hidden) work();
  else requestAnimationFrame(() => setTimeout(work));
}
