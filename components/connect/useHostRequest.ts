import { useRef, useState } from 'preact/hooks';
import { toHostPattern } from '../../lib/accounts/account.ts';
import { usePageApi } from '../page-api.ts';

/** After this, the page says that it waits for the browser's prompt. */
const promptTimeMs = 2000;

export class PermissionDeniedError extends Error {
  override readonly name = 'PermissionDeniedError';
}

/** Something other than the API responded, or nothing did (`isSilent`). */
export class NoServiceError extends Error {
  override readonly name = 'NoServiceError';
  readonly isSilent: boolean;
  constructor(isSilent: boolean) {
    super('No API answers there.');
    this.isSilent = isSilent;
  }
}

interface HostRequest<T> {
  readonly addresses: readonly [string, ...string[]];
  /** Uses the first address without looking for the API. */
  readonly isInsisting?: boolean;
  /** Gets the address that has the API. */
  readonly attempt: (baseUrl: string) => Promise<T>;
}

export type RequestStage = 'idle' | 'busy' | 'waiting';

/** Gets the browser's permission for a host, then looks for the API, before the key is sent. */
export function useHostRequest() {
  const { requestHost, send } = usePageApi();
  const [stage, setStage] = useState<RequestStage>('idle');
  const runs = useRef(0);

  /**
   * Call this within the click, before any `await`: browsers only show the prompt there.
   *
   * @returns null if a later run replaced this one
   * @throws PermissionDeniedError, NoServiceError, and whatever `attempt` throws
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
