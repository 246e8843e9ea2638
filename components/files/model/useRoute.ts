/** What is shown, in step with the address: every place has one, and what is typed reaches it when the typing pauses. */
import { useCallback, useEffect, useRef, useState } from 'preact/hooks';
import { type FilesRoute, parseRoute, routeHash } from './route.ts';

/** `push`: Back comes back from there. `replace`: it is the same place in another light. */
export type Step = 'push' | 'replace';
/** `later`: like `push`, once the typing pauses. */
export type Go = (route: FilesRoute, step?: Step | 'later') => void;

/** Browsers refuse addresses that change with every key, and to change one takes time that the key needs. Milliseconds. */
const pause = 300;

interface Waiting {
  readonly hash: string;
  readonly step: Step;
  readonly timer: ReturnType<typeof setTimeout>;
}

export function useRoute(
  hash: string,
  navigate: (hash: string, step: Step) => void,
): readonly [route: FilesRoute, go: Go] {
  const [route, setRoute] = useState(() => parseRoute(hash));
  const written = useRef(hash);
  const waiting = useRef<Waiting | null>(null);

  const write = useCallback(
    (next: string, step: Step) => {
      if (waiting.current) clearTimeout(waiting.current.timer);
      waiting.current = null;
      if (written.current === next) return;
      written.current = next;
      navigate(next, step);
    },
    [navigate],
  );

  useEffect(() => {
    if (hash === written.current) return;
    if (waiting.current) clearTimeout(waiting.current.timer);
    waiting.current = null;
    written.current = hash;
    setRoute(parseRoute(hash));
  }, [hash]);

  // The address belongs to another view by now.
  useEffect(() => () => clearTimeout(waiting.current?.timer), []);

  const go: Go = useCallback(
    (next, step = 'push') => {
      setRoute(next);
      const wanted = routeHash(next);
      // Back shall lead to what was typed last, not to what was typed a moment before.
      if (step !== 'replace' && waiting.current) write(waiting.current.hash, waiting.current.step);
      if (step === 'push') return write(wanted, step);
      clearTimeout(waiting.current?.timer);
      const kind = step === 'later' ? 'push' : (waiting.current?.step ?? 'replace');
      waiting.current = { hash: wanted, step: kind, timer: setTimeout(() => write(wanted, kind), pause) };
    },
    [write],
  );

  return [route, go];
}
