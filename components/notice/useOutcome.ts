/** Turns everything that the user asks for into a visible end: done, or failed and why. */
import { useCallback, useRef, useState } from 'preact/hooks';
import { problemOf } from '../problem.ts';
import type { NoticeContent } from './Notice.tsx';

export interface Outcome {
  readonly notice: NoticeContent | null;
  readonly show: (notice: NoticeContent | null) => void;
  /**
   * Does the work and shows how it ended: what `done` makes of its result (null: the change speaks for itself), or
   * the sentence of what went wrong. Never rejects; gives whether it went well.
   */
  readonly run: <T>(work: Promise<T>, done: (result: T) => NoticeContent | string | null) => Promise<boolean>;
}

export function useOutcome(): Outcome {
  const [notice, show] = useState<NoticeContent | null>(null);
  const newest = useRef(0);

  const run: Outcome['run'] = useCallback(async (work, done) => {
    newest.current += 1;
    const actionNumber = newest.current;
    try {
      const content = done(await work);
      // An older action that ends late must not cover the outcome of a newer one.
      if (actionNumber === newest.current)
        show(typeof content === 'string' ? { tone: 'good', text: content } : content);
      return true;
    } catch (error) {
      // Loaded when something goes wrong: the popup's first load does without the sentences.
      const { problemSentence } = await import('../problem-sentence.ts');
      show({ tone: 'bad', text: problemSentence(problemOf(error)) });
      return false;
    }
  }, []);

  return { notice, show, run };
}
