import { useEffect, useRef, useState } from 'preact/hooks';
import type { ServiceSearchResult } from '../../../lib/protocol.ts';
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

export function useServiceSearch(accountId: string, text: string): ServiceSearch {
  const { send } = usePageApi();
  const term = text.trim();
  const [answer, setAnswer] = useState<{ readonly term: string; readonly search: ServiceSearch }>({
    term: '',
    search: idle,
  });
  const [attempt, setAttempt] = useState(0);
  useOnRecovery(() => answer.search.state === 'failed' && setAttempt(attempt + 1));
  const cache = useRef(new Map<string, ServiceSearch>());

  useEffect(() => {
    if (term.length < minLength) return;
    const cached = cache.current.get(term);
    if (cached) return setAnswer({ term, search: cached });
    let isWanted = true;
    const finish = (search: ServiceSearch) => {
      if (search.state === 'done') cache.current.set(term, search);
      if (isWanted) setAnswer({ term, search });
    };
    const timer = setTimeout(() => {
      send('files.search', { accountId, term }).then(
        (found) => finish({ found, state: 'done' }),
        () => finish({ found: [], state: 'failed' }),
      );
    }, debounceMs);
    return () => {
      isWanted = false;
      clearTimeout(timer);
    };
  }, [send, accountId, term, attempt]);

  if (term.length < minLength) return idle;
  return answer.term === term ? answer.search : asking;
}
