import { useRef, useState } from 'preact/hooks';
import type { ServiceSearchResult } from '../../../lib/protocol.ts';
import { useAnswer } from '../../hooks/useAnswer.ts';
import { useOnRecovery, usePageApi } from '../../page-api.ts';

export interface ServiceSearch {
  readonly found: readonly ServiceSearchResult[];
  readonly state: 'idle' | 'asking' | 'done' | 'failed';
}

const debounceMs = 400;
/** For fewer characters, services return nothing or everything. */
const minLength = 2;

const idle: ServiceSearch = { found: [], state: 'idle' };
const asking: ServiceSearch = { ...idle, state: 'asking' };
const failed: ServiceSearch = { ...idle, state: 'failed' };

export function useServiceSearch(accountId: string, text: string): ServiceSearch {
  const { send } = usePageApi();
  const term = text.trim();
  const [attempt, setAttempt] = useState(0);
  const cache = useRef(new Map<string, ServiceSearch>());

  async function search(isCurrent: () => boolean) {
    const cached = cache.current.get(term);
    if (cached) return cached;
    await new Promise((resolve) => setTimeout(resolve, debounceMs));
    if (!isCurrent()) return null;
    const asked = send('files.search', { accountId, term });
    const answer = await asked.then((found): ServiceSearch => ({ found, state: 'done' })).catch(() => failed);
    if (answer.state === 'done') cache.current.set(term, answer);
    return answer;
  }
  const { answer } = useAnswer(
    (isCurrent) => (term.length < minLength ? undefined : search(isCurrent)),
    [send, accountId, term, attempt],
  );
  useOnRecovery(() => answer?.state === 'failed' && setAttempt(attempt + 1));

  return term.length < minLength ? idle : (answer ?? asking);
}
