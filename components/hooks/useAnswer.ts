import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { type Problem, ProblemError } from '../../lib/protocol.ts';
import { toProblem } from '../problem/problem.ts';

type AskedBy = 'opened' | 'changed' | 'clicked';

interface Result<Value> {
  /** The inputs that were asked about. */
  readonly subject: unknown;
  readonly answer: Value | null;
  /** Of the last request. */
  readonly problem: Problem | null;
}

const noResult = { subject: null, answer: null, problem: null };

/**
 * Asks on mount, when the inputs change, and on demand. Drops responses to older requests. `answer` and `problem` are about the current
 * inputs. `latest` stays until the next answer.
 *
 * @param request undefined: there is nothing to ask. `isCurrent`: the answer isn't outdated yet
 */
export function useAnswer<Value>(
  request: (isCurrent: () => boolean, by: AskedBy) => Promise<Value> | undefined,
  inputs: readonly unknown[],
) {
  const subject = useMemo(() => ({}), inputs);
  const [result, setResult] = useState<Result<Value>>(noResult);
  const latest = useRef<Value | null>(null);
  const newest = useRef<object | null>(null);
  const current = useRef({ request, subject });
  current.current = { request, subject };
  const hasAsked = useRef(false);
  /** Resolves to null if it failed or a newer request replaced it. */
  async function ask(by: AskedBy): Promise<Value | null> {
    const { request, subject } = current.current;
    const asked = {};
    newest.current = asked;
    const isCurrent = () => newest.current === asked;
    try {
      const asking = request(isCurrent, by);
      const answer = (await asking) ?? null;
      if (asking === undefined || !isCurrent()) return null;
      latest.current = answer;
      setResult({ subject, answer, problem: null });
      return answer;
    } catch (error) {
      if (!(error instanceof ProblemError)) console.error('A view could not be completed.', error);
      if (isCurrent())
        setResult((before) => ({
          subject,
          answer: before.subject === subject ? before.answer : null,
          problem: toProblem(error),
        }));
      return null;
    }
  }
  useEffect(() => {
    void ask(hasAsked.current ? 'changed' : 'opened');
    hasAsked.current = true;
    return () => {
      newest.current = null;
    };
  }, inputs);
  const { answer, problem } = result.subject === subject ? result : noResult;
  return { answer, problem, latest: latest.current, ask };
}
