import { useState } from 'preact/hooks';
import { toHostPattern } from '../../lib/accounts/account.ts';
import { usePageApi } from '../page-api.ts';
import { connect } from './connect-with-permission.ts';

/** Milliseconds for the browser's question before it is tried without its answer. */
const answerTimeoutMs = 2000;

export function useHostRequest() {
  const { requestHost } = usePageApi();
  const [stage, setStage] = useState<'idle' | 'busy' | 'waiting'>('idle');

  /** To be called in the click, before any `await`: browsers ask only there. @throws as `connect` does */
  async function run<T>(baseUrl: string, attempt: () => Promise<T>): Promise<T> {
    const permission = requestHost(toHostPattern(baseUrl));
    setStage('busy');
    const timeout = new Promise<void>((resolve) => setTimeout(resolve, answerTimeoutMs));
    const onWaiting = () => setStage('waiting');
    return connect({ permission, attempt, timeout, onWaiting }).finally(() => setStage('idle'));
  }
  return { stage, run };
}
