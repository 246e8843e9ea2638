/** What components need from their page. */

import { createContext } from 'preact';
import { useContext, useEffect, useRef, useState } from 'preact/hooks';
import type { Send } from '../lib/protocol.ts';
import type { EpochMs } from '../lib/timing/units.ts';
import type { Upload } from '../lib/uploads/upload.ts';
import type { Drafts } from './drafts/drafts.ts';
import { type FileLocation, fileHash } from './files/model/file-hash.ts';
import type { NoticeContent } from './notice/notice-content.ts';
import type { UploadFiles } from './own-files/own-files.ts';

export interface PageApi {
  readonly send: Send;
  /** Copies a text to the clipboard. Rejects if the browser doesn't allow it. */
  copy(text: string): Promise<void>;
  /** Asks the user to allow hosts (match patterns). Resolves to whether they are allowed. Call this within a click, before any `await`. */
  requestHost(...patterns: string[]): Promise<boolean>;
  /** Opens an address in a new tab, in front unless `isBackground`. */
  open(address: string, isBackground?: boolean): void;
  /** Opens the settings, at the account's key if an account is given. Closes the popup. */
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

/** What the popup and the manager offer to the views of an account. */
export interface AccountPage {
  readonly isConnected: boolean;
  showFile(location: FileLocation): unknown;
  embed(fileCode: string): void;
  /** Lets the user choose the file of an upload again. */
  chooseFile(upload: Upload): void;
  /** Ids of the uploads whose file the browser still has access to. */
  readonly handleIds?: ReadonlySet<string>;
  /** Undefined in the popup, which closes too early and hands files over. */
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
 * Pages without a view of files open the manager.
 *
 * @param show explains why its account can't be selected
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

/** Called when the account is connected again. */
export function useOnRecovery(call: () => unknown): void {
  const isConnected = useIsConnected();
  const wasConnected = useRef(isConnected);
  useEffect(() => {
    if (isConnected && !wasConnected.current) call();
    wasConnected.current = isConnected;
  }, [isConnected]);
}

/** The time, updated every `seconds`, for texts such as "2 min. ago". */
export function useNow(seconds: number): number {
  const { now } = usePageApi();
  const [time, setTime] = useState(now);
  useEffect(() => {
    const timer = setInterval(() => setTime(now()), seconds * 1000);
    return () => clearInterval(timer);
  }, [now, seconds]);
  return time;
}
