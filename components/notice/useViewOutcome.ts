/** The outcome of actions in a view or dialog that may be left before their end. */
import { useIsMounted } from '../useIsMounted.ts';
import { type Outcome, useOutcome } from './useOutcome.ts';

/** What fails after the view was left is shown by the page. */
export function useViewOutcome(page: Outcome): Outcome {
  const outcome = useOutcome();
  const isMounted = useIsMounted();
  function run<T>(work: Promise<T>, done: Parameters<typeof outcome.run<T>>[1]) {
    work.catch(() => isMounted.current || page.run(work, done));
    return outcome.run(work, done);
  }
  return { ...outcome, run };
}
