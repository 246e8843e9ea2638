import { createContext } from 'preact';
import { useContext, useEffect, useState } from 'preact/hooks';
import type { Send } from '../lib/protocol.ts';
import type { EpochMs } from '../lib/timing/units.ts';
import type { Upload } from '../lib/uploads/upload.ts';
import type { Drafts } from './drafts/drafts.ts';
import { type FileLocation, fileHash } from './files/model/file-hash.ts';
import { useOnEnd } from './hooks/useOnEnd.ts';
import type { NoticeContent } from './notice/notice-content.ts';
import type { UploadFiles } from './own-files/own-files.ts';

export interface PageApi {
  readonly send: Send;
  /** Rejects if the browser doesn't allow it. */
  copy(text: string): Promise<void>;
  /** Takes match patterns. Resolves to whether they are allowed. Call this within a click, before any `await`. */
  requestHost(...patterns: string[]): Promise<boolean>;
  /** In front unless `isBackground`. */
  open(address: string, isBackground?: boolean): void;
  /** At the account's key if one is given. Closes the popup. */
  openSettings(accountId?: string): void;
  now(): EpochMs;
  readonly drafts: Drafts;
}

const pageApis = createContext<PageApi | null>(null);
export const PageApiProvider = pageApis.Provider;

export function usePageApi(): PageApi {
  const pageApi = useContext(pageApis);
  if (pageApi === null) throw new Error('A component that acts must stand inside PageApiProvider.');
  return pageApi;
}

/** The popup and the manager provide it to an account's views. */
export interface AccountPage {
  readonly isConnected: boolean;
  showFile(location: FileLocation): unknown;
  embed(fileCode: string): void;
  /** Lets the user choose an upload's file again. */
  chooseFile(upload: Upload): void;
  /** The browser still has access to these uploads' files. */
  readonly handleIds?: ReadonlySet<string>;
  /** Undefined in the popup, which closes too early. */
  readonly uploadFiles?: UploadFiles;
}

const accountPages = createContext<AccountPage | null>(null);
export const AccountPageProvider = accountPages.Provider;

export function useAccountPage(): AccountPage {
  const page = useContext(accountPages);
  if (page === null) throw new Error('A view of an account must stand inside AccountPageProvider.');
  return page;
}

/**
 * Pages without Files open the manager.
 *
 * @param show explains why the account can't be selected
 */
export function useShowFile(show: (notice: NoticeContent) => void): AccountPage['showFile'] {
  const { send, open } = usePageApi();
  const openManager: AccountPage['showFile'] = async (location) => {
    try {
      await send('accounts.select', { accountId: location.accountId });
    } catch (error) {
      return show((await import('./problem/wording.ts')).failureNotice(error));
    }
    open(`/manager.html${fileHash(location)}`);
  };
  return useContext(accountPages)?.showFile ?? openManager;
}

export const useIsConnected = (): boolean => useContext(accountPages)?.isConnected ?? true;

export function useOnRecovery(call: () => unknown): void {
  useOnEnd(!useIsConnected(), call);
}

/** Updated every `seconds`, for texts such as "2 min. ago". */
export function useNow(seconds: number): number {
  const { now } = usePageApi();
  const [time, setTime] = useState(now);
  useEffect(() => {
    const timer = setInterval(() => setTime(now()), seconds * 1000);
    return () => clearInterval(timer);
  }, [now, seconds]);
  return time;
}
