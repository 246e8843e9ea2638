import { useRef, useState } from 'preact/hooks';
import { toHostPattern } from '../../lib/accounts/account.ts';
import { usePageApi } from '../page-api.ts';

/** Milliseconds for the browser's prompt before the page says that it is waiting for it. */
const promptTimeMs = 2000;

/** The browser was not allowed to reach the host. */
export class PermissionDeniedError extends Error {
  override readonly name = 'PermissionDeniedError';
}

/** Web pages or the like answered where the API was looked for (`isSilent`: nothing did). */
export class NoServiceError extends Error {
  override readonly name = 'NoServiceError';
  readonly isSilent: boolean;
  constructor(isSilent: boolean) {
    super('No API answers there.');
    this.isSilent = isSilent;
  }
}

interface HostRequest<T> {
  /** Where the API is looked for. */
  readonly addresses: readonly [string, ...string[]];
  /** The first address is taken without looking. */
  readonly isInsisting?: boolean;
  /** What needs the key: it gets the address that has the API. */
  readonly attempt: (baseUrl: string) => Promise<T>;
}

/** Access to a host before the key goes there: the browser's permission, then its API, which is looked for without the key. */
export function useHostRequest() {
  const { requestHost, send } = usePageApi();
  const [stage, setStage] = useState<'idle' | 'busy' | 'waiting'>('idle');
  const runs = useRef(0);

  /**
   * To be called in the click, before any `await`: browsers ask only there.
   * @returns null where a later run has replaced it: the prompt of this one was never answered
   * @throws PermissionDeniedError, NoServiceError, and as `attempt` does
   */
  async function run<T>({ addresses, isInsisting = false, attempt }: HostRequest<T>): Promise<T | null> {
    const asked = isInsisting ? [addresses[0]] : addresses;
    const permission = requestHost(...new Set(asked.map(toHostPattern)));
    const number = ++runs.current;
    const isReplaced = () => runs.current !== number;
    setStage('busy');
    const timer = setTimeout(() => isReplaced() || setStage('waiting'), promptTimeMs);
    try {
      const isAllowed = await permission.catch(() => false);
      clearTimeout(timer);
      if (isReplaced()) return null;
      if (!isAllowed) throw new PermissionDeniedError();
      setStage('busy');
      return await attempt(isInsisting ? addresses[0] : await find(addresses));
    } finally {
      clearTimeout(timer);
      if (!isReplaced()) setStage('idle');
    }
  }

  async function find(addresses: readonly string[]): Promise<string> {
    const { address, isSilent } = await send('accounts.findService', { addresses });
    if (address === null) throw new NoServiceError(isSilent);
    return address;
  }

  return { stage, run };
}
