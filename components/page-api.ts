/** What components need from the page around them. */
import { createContext } from 'preact';
import { useContext, useEffect, useRef, useState } from 'preact/hooks';
import type { Send } from '../lib/protocol.ts';

export interface PageApi {
  readonly send: Send;
  /** Puts a text on the clipboard; rejects where the browser does not allow it. */
  copy(text: string): Promise<void>;
  /**
   * Asks the user to let Linkhaul talk to hosts, given as match patterns; gives whether it may. To be called in the very
   * click, without an `await` before it: browsers refuse it anywhere else.
   */
  requestHost(...patterns: string[]): Promise<boolean>;
  /** Opens an address in a new tab, which is shown unless it is to stay in the background. */
  open(address: string, isBackground?: boolean): void;
  /** Opens the settings; the popup closes. */
  openSettings(): void;
  /** Milliseconds since the epoch. */
  now(): number;
}

const context = createContext<PageApi | null>(null);
export const PageApiProvider = context.Provider;

export function usePageApi(): PageApi {
  const pageApi = useContext(context);
  if (pageApi === null) throw new Error('A component that acts must stand inside PageApiProvider.');
  return pageApi;
}

const connection = createContext(true);
/** Whether the current account is connected. */
export const ConnectionProvider = connection.Provider;

export const useIsConnected = (): boolean => useContext(connection);

/** Calls when the account is connected again, for what has failed meanwhile. */
export function useOnRecovery(call: () => unknown): void {
  const isConnected = useIsConnected();
  const wasConnected = useRef(isConnected);
  useEffect(() => {
    if (isConnected && !wasConnected.current) call();
    wasConnected.current = isConnected;
  }, [isConnected]);
}

/** The time, renewed every `seconds`, for texts such as "2 min. ago". */
export function useNow(seconds: number): number {
  const { now } = usePageApi();
  const [time, setTime] = useState(now);
  useEffect(() => {
    const timer = setInterval(() => setTime(now()), seconds * 1000);
    return () => clearInterval(timer);
  }, [now, seconds]);
  return time;
}
