/** Asks the service's own search beside the catalog, once the typing pauses. */
import { useEffect, useRef, useState } from 'preact/hooks';
import type { Problem, ServiceSearchResult } from '../../../lib/protocol.ts';
import { problemOf } from '../../problem.ts';
import { useServices } from '../../services.ts';

export interface ServiceSearch {
  readonly found: readonly ServiceSearchResult[];
  readonly state: 'idle' | 'asking' | 'done' | 'failed';
  readonly problem: Problem | null;
}

/** Milliseconds; a word is typed in less. */
const pause = 400;
/** Of fewer characters a service makes nothing, or everything. */
const shortest = 2;

const idle: ServiceSearch = { found: [], state: 'idle', problem: null };
const asking: ServiceSearch = { ...idle, state: 'asking' };

export function useFound(accountId: string, text: string): ServiceSearch {
  const { send } = useServices();
  const term = text.trim();
  const [answer, setAnswer] = useState<{ readonly term: string; readonly search: ServiceSearch }>({
    term: '',
    search: idle,
  });
  const known = useRef(new Map<string, ServiceSearch>());

  useEffect(() => {
    if (term.length < shortest) return;
    const earlier = known.current.get(term);
    if (earlier) return setAnswer({ term, search: earlier });
    let isWanted = true;
    const tell = (search: ServiceSearch) => {
      if (search.state === 'done') known.current.set(term, search);
      if (isWanted) setAnswer({ term, search });
    };
    const timer = setTimeout(() => {
      send('files.search', { accountId, term }).then(
        (found) => tell({ found, state: 'done', problem: null }),
        (error) => tell({ found: [], state: 'failed', problem: problemOf(error) }),
      );
    }, pause);
    return () => {
      isWanted = false;
      clearTimeout(timer);
    };
  }, [send, accountId, term]);

  if (term.length < shortest) return idle;
  return answer.term === term ? answer.search : asking;
}
