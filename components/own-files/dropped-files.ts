/** Hands dropped files to a new manager tab, because the popup and the side panel may close at any time. */
import type { FolderRef } from '../../lib/folders/folder.ts';
import type { Dropped } from '../page-api.ts';

export interface Opening {
  /** Of the dropped files. Null if the user is to choose files. */
  readonly token: string | null;
  readonly folder: FolderRef | null;
}

const chooseWord = 'choose';

/** Without `#`. The view lets the user choose files for a folder. */
export const choosingHash = ({ id, name }: FolderRef): string =>
  // `URLSearchParams` round-trips any name.
  `uploads/${chooseWord}/${encodeURIComponent(`${new URLSearchParams({ id, name })}`)}`;

/** @param subject from `parseSubject` */
export function parseOpening(subject: string): Opening {
  const [token = '', ...rest] = subject.split('/');
  const read = new URLSearchParams(rest.join('/'));
  const id = read.get('id');
  const folder = id === null ? null : { id, name: read.get('name') ?? '' };
  return { token: token === chooseWord ? null : token, folder };
}

/**
 * No other tab can receive the drop.
 *
 * @param token in the tab's address
 */
const openChannel = (token: string) => new BroadcastChannel(`linkhaul-dropped ${token}`);

type Offer = readonly [files: Dropped, folder: FolderRef | null];

/** `taken` resolves once the tab has received this page's files, so that this page may close. */
export type OpenManager = (hash: string, taken?: Promise<void>) => void;

/** How long the tab may take to ask for the files, and then to take them. */
const answerTimeoutMs = 10_000;

export function handOver(files: Promise<Dropped>, folder: FolderRef | null, onManager: OpenManager): void {
  const token = crypto.randomUUID();
  const channel = openChannel(token);
  const taken = Promise.withResolvers<void>();
  // The tab reports missing files.
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

/** No response if the panel was closed or the tab is reloaded. */
export function takeFiles(token: string, onFiles: (...offer: Offer) => void): void {
  const channel = openChannel(token);
  channel.onmessage = ({ data }: MessageEvent<Offer>) => {
    channel.postMessage('taken');
    channel.close();
    onFiles(...data);
  };
  channel.postMessage('ready');
}
