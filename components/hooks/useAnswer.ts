/** Asks the background when the component mounts, and again on demand. Drops responses to older requests. */
import { useEffect, useRef, useState } from 'preact/hooks';
import type { Problem } from '../../lib/protocol.ts';
import { problemOf } from '../problem/problem.ts';

type AskedBy = 'clicked' | 'opened';

interface Result<Value> {
  /** The last response. Null until there is one. */
  readonly answer: Value | null;
  /** Why the last request failed. */
  readonly problem: Problem | null;
}

const noResult = { answer: null, problem: null };

/** @param subject what the request is about. A new subject has no response yet */
export function useAnswer<Value>(request: (by: AskedBy) => Promise<Value>, subject?: unknown) {
  const [result, setResult] = useState<Result<Value>>(noResult);
  const newest = useRef(0);
  /** Resolves to the response if it is the newest, otherwise null. */
  async function ask(by: AskedBy): Promise<Value | null> {
    newest.current += 1;
    const requestNumber = newest.current;
    const next = await request(by).then(
      (answer) => ({ answer, problem: null }),
      (error) => ({ problem: problemOf(error) }),
    );
    if (requestNumber !== newest.current) return null;
    setResult((before) => ({ ...before, ...next }));
    return 'answer' in next ? next.answer : null;
  }
  useEffect(() => {
    setResult(noResult);
    void ask('opened');
  }, [subject]);
  useEffect(
    () => () => {
      newest.current = Number.POSITIVE_INFINITY;
    },
    [],
  );
  return { ...result, ask };
}
