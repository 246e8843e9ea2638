/** Hands files that were dropped on the popup or the side panel to a new manager tab, because popup and panel may close at any time. */
import type { FolderRef } from '../../lib/folders/folder.ts';
import type { Dropped } from './own-files.ts';

/** Why the uploads view was opened. */
export interface Opening {
  /** Identifies files that were dropped elsewhere. Null if the user is to choose files. */
  readonly token: string | null;
  /** Where the files go. Null if not given. */
  readonly folder: FolderRef | null;
}

const chooseWord = 'choose';

/** The fragment, without `#`, of the view that lets the user choose files for a folder. */
export const choosingHash = ({ id, name }: FolderRef): string =>
  // `URLSearchParams` can read any name back.
  `uploads/${chooseWord}/${encodeURIComponent(`${new URLSearchParams({ id, name })}`)}`;

/** @param subject from the address (`parseSubject`) */
export function parseOpening(subject: string): Opening {
  const [token = '', ...rest] = subject.split('/');
  const read = new URLSearchParams(rest.join('/'));
  const id = read.get('id');
  const folder = id === null ? null : { id, name: read.get('name') ?? '' };
  return { token: token === chooseWord ? null : token, folder };
}

/**
 * Each drop has its own channel, so that no other tab receives it.
 *
 * @param token in the tab's address
 */
const channelOf = (token: string) => new BroadcastChannel(`linkhaul-dropped ${token}`);

type Offer = readonly [files: Dropped, folder: FolderRef | null];

/** Opens a manager view in a tab. `taken` resolves once the tab has received this page's files, so that this page may close. */
export type OpenManager = (hash: string, taken?: Promise<void>) => void;

/** How long the tab may take to ask for the files, and then to take them. The tab shows failures. */
const answerTimeoutMs = 10_000;

export function handOver(files: Promise<Dropped>, folder: FolderRef | null, onManager: OpenManager): void {
  const token = crypto.randomUUID();
  const channel = channelOf(token);
  const taken = Promise.withResolvers<void>();
  // The tab reports that there are no files.
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

/** Asks for the files once. There is no response if the panel was closed, or if the tab is reloaded. */
export function takeFiles(token: string, onFiles: (...offer: Offer) => void): void {
  const channel = channelOf(token);
  channel.onmessage = ({ data }: MessageEvent<Offer>) => {
    channel.postMessage('taken');
    channel.close();
    onFiles(...data);
  };
  channel.postMessage('ready');
}
