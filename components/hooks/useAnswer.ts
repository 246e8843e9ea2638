/** Asks on mount and on demand. Drops responses to older requests. */
import { useEffect, useRef, useState } from 'preact/hooks';
import type { Problem } from '../../lib/protocol.ts';
import { toProblem } from '../problem/problem.ts';

type AskedBy = 'clicked' | 'opened';

interface Result<Value> {
  readonly answer: Value | null;
  /** Of the last request. */
  readonly problem: Problem | null;
}

const noResult = { answer: null, problem: null };

/** @param subject of the request. A new one has no response yet */
export function useAnswer<Value>(request: (by: AskedBy) => Promise<Value>, subject?: unknown) {
  const [result, setResult] = useState<Result<Value>>(noResult);
  const newest = useRef(0);
  /** Resolves to null if a newer request replaced this one. */
  async function ask(by: AskedBy): Promise<Value | null> {
    newest.current += 1;
    const requestNumber = newest.current;
    const next = await request(by).then(
      (answer) => ({ answer, problem: null }),
      (error) => ({ problem: toProblem(error) }),
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
