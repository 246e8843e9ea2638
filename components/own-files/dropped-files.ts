/** Files that are dropped on the popup or the side panel, which may be closed at any time: a manager of their own takes them. */
import type { FolderRef } from '../../lib/folders/folder.ts';
import type { Dropped } from './own-files.ts';

/** Why the view of uploads was opened. */
export interface Opening {
  /** Of files that were dropped elsewhere; null: to choose some. */
  readonly token: string | null;
  /** Where they go; null: not said. */
  readonly folder: FolderRef | null;
}

const chooseWord = 'choose';

/** The address of the view, behind `#`, that lets the user choose files for a folder. */
export const choosingHash = ({ id, name }: FolderRef): string =>
  // `URLSearchParams` reads whatever is typed.
  `uploads/${chooseWord}/${encodeURIComponent(`${new URLSearchParams({ id, name })}`)}`;

/** @param subject of the address (`parseSubject`) */
export function parseOpening(subject: string): Opening {
  const [token = '', ...rest] = subject.split('/');
  const read = new URLSearchParams(rest.join('/'));
  const id = read.get('id');
  const folder = id === null ? null : { id, name: read.get('name') ?? '' };
  return { token: token === chooseWord ? null : token, folder };
}

/** A new channel for each drop: no other tab hears of it. @param token in the address of the tab */
const channelOf = (token: string) => new BroadcastChannel(`linkhaul-dropped ${token}`);

type Offer = readonly [files: Dropped, folder: FolderRef | null];

/** Opens a manager view in a tab. `taken` resolves when the tab has what this page hands over, and this page may be closed. */
export type OpenManager = (hash: string, taken?: Promise<void>) => void;

/** Milliseconds for the tab to ask for the files, and then to take them. The tab shows what went wrong. */
const answerTimeoutMs = 10_000;

export function handOver(files: Promise<Dropped>, folder: FolderRef | null, onManager: OpenManager): void {
  const token = crypto.randomUUID();
  const channel = channelOf(token);
  const taken = Promise.withResolvers<void>();
  // The tab says that there are none.
  const readable = files.catch((): Dropped => ({ files: [], unread: [] }));
  let timer = setTimeout(taken.resolve, answerTimeoutMs);
  channel.onmessage = async ({ data }: MessageEvent<'ready' | 'taken'>) => {
    clearTimeout(timer);
    if (data === 'ready') {
      // Reading a large folder may take longer than the timeout.
      const offer: Offer = [await readable, folder];
      channel.postMessage(offer);
      timer = setTimeout(taken.resolve, answerTimeoutMs);
      return;
    }
    channel.close();
    taken.resolve();
  };
  onManager(`uploads/${token}`, taken.promise);
}

/** Asks for them, once. Nobody answers when the panel was closed, or the tab is loaded again. */
export function takeFiles(token: string, onFiles: (...offer: Offer) => void): void {
  const channel = channelOf(token);
  channel.onmessage = ({ data }: MessageEvent<Offer>) => {
    channel.postMessage('taken');
    channel.close();
    onFiles(...data);
  };
  channel.postMessage('ready');
}
