import { useEffect, useRef, useState } from 'preact/hooks';
import type { FileDetailsAnswer, Problem } from '../../../lib/protocol.ts';
import { useOnRecovery, usePageApi } from '../../page-api.ts';
import { toProblem } from '../../problem/problem.ts';

type Answer =
  | { readonly state: 'asking' }
  | { readonly state: 'known'; readonly answer: FileDetailsAnswer }
  | { readonly state: 'failed'; readonly problem: Problem };

/** Avoids requests while the cursor moves along the list. */
const debounceMs = 120;

export function useDetails(accountId: string, fileCode: string): readonly [Answer, () => Promise<void>] {
  const { send } = usePageApi();
  const [answer, setAnswer] = useState<{ readonly fileCode: string; readonly answer: Answer } | null>(null);
  const newest = useRef('');
  const ask = async () => {
    newest.current = fileCode;
    const setIfNewest = (next: Answer) =>
      newest.current === fileCode && setAnswer({ fileCode, answer: next });
    await send('files.details', { accountId, fileCode }).then(
      (found) => setIfNewest({ state: 'known', answer: found }),
      (error) => setIfNewest({ state: 'failed', problem: toProblem(error) }),
    );
  };
  useEffect(() => {
    const timer = setTimeout(ask, newest.current === '' ? 0 : debounceMs);
    return () => clearTimeout(timer);
  }, [send, accountId, fileCode]);
  const current: Answer = answer?.fileCode === fileCode ? answer.answer : { state: 'asking' };
  useOnRecovery(() => current.state === 'failed' && ask());
  return [current, ask];
}
