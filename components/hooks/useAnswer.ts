/** Asks the background when the component appears, and again on demand. Answers to older questions are dropped. */
import { useEffect, useRef, useState } from 'preact/hooks';
import type { Problem } from '../../lib/protocol.ts';
import { problemOf } from '../problem/problem.ts';

/** The user by a click, or the component on opening. */
export type AskedBy = 'clicked' | 'opened';

export interface Answer<Value> {
  readonly answer: Value | null;
  readonly problem: Problem | null;
  readonly ask: (by: AskedBy) => Promise<void>;
}

export function useAnswer<Value>(request: (by: AskedBy) => Promise<Value>): Answer<Value> {
  const [result, setResult] = useState<Omit<Answer<Value>, 'ask'>>({ answer: null, problem: null });
  const newest = useRef(0);
  async function ask(by: AskedBy) {
    newest.current += 1;
    const requestNumber = newest.current;
    const next = await request(by).then(
      (answer) => ({ answer, problem: null }),
      (error) => ({ problem: problemOf(error) }),
    );
    if (requestNumber === newest.current) setResult((before) => ({ ...before, ...next }));
  }
  useEffect(() => {
    void ask('opened');
    return () => {
      newest.current = Number.POSITIVE_INFINITY;
    };
  }, []);
  return { ...result, ask };
}
