/** Defers work past the first frame. `Intl` takes 35 ms in a new process, for example. */
import { useLayoutEffect, useState } from 'preact/hooks';
import { afterPaint } from '../../lib/timing/after-paint.ts';

/** The popup's last view (`page/last-view.ts`) is visible already, and the first render must not show less. */
let hasPainted = document.querySelector('#page > [inert]') !== null;

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
