import { createContext } from 'preact';
import { useContext, useEffect, useState } from 'preact/hooks';
import type { FolderRef } from '../lib/folders/folder.ts';
import type { Send } from '../lib/protocol.ts';
import type { EpochMs } from '../lib/timing/units.ts';
import type { Upload } from '../lib/uploads/upload.ts';
import { useOnEnd } from './hooks/useOnEnd.ts';
import type { failureNotice } from './problem/wording.ts';

/**
 * Unused input by name, as JSON. It survives a change of the view and, in tabs, a reload. A `Map` keeps it while the page is open. Never
 * store keys or passphrases.
 */
export interface Drafts {
  get(name: string): unknown;
  /** @param value undefined removes the draft */
  set(name: string, value: unknown): unknown;
}

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

export interface FileLocation {
  readonly accountId: string;
  readonly folderId: string;
  readonly fileCode: string | null;
}

export const fileHash = ({ folderId, fileCode }: Omit<FileLocation, 'accountId'>): string =>
  `#files/${[folderId, ...(fileCode === null ? [] : [fileCode])].map(encodeSegment).join('/')}`;

/** Folder ids may contain lone surrogates, which `encodeURIComponent` rejects. */
export const encodeSegment = (text: string): string => encodeURIComponent(text.toWellFormed());

/** `path` has the dropped folders around the file, outermost first. */
export interface DroppedFile {
  readonly file: File;
  readonly path: readonly string[];
}

export interface Dropped {
  readonly files: readonly DroppedFile[];
  /** Paths. */
  readonly unread: readonly string[];
}

/** `isDrop`: says if there was no file. Otherwise the user cancelled the dialog. */
export type UploadFiles = (files: Promise<Dropped>, folder: FolderRef, isDrop?: boolean) => void;

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
export function useShowFile(
  show: (notice: ReturnType<typeof failureNotice>) => void,
): AccountPage['showFile'] {
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
