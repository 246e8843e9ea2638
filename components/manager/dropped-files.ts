/** Files that are dropped onto the side panel, which is open for as long as nobody knows: a full tab of their own takes them. */
import type { FolderRef } from '../../lib/folders/folder.ts';
import type { DroppedFile } from './own-files.ts';

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

type Offer = readonly [files: readonly DroppedFile[], folder: FolderRef | null];

/** Opens a full tab for files that were dropped. */
export function handOver(
  files: Promise<readonly DroppedFile[]>,
  folder: FolderRef | null,
  onFullTab: (hash: string) => void,
): void {
  const token = crypto.randomUUID();
  offerFiles(token, files, folder);
  onFullTab(`uploads/${token}`);
}

/** Hands files over to the tab that asks for them by the token. */
function offerFiles(token: string, files: Promise<readonly DroppedFile[]>, folder: FolderRef | null): void {
  const channel = channelOf(token);
  channel.onmessage = async () => {
    channel.onmessage = null;
    channel.postMessage([await files, folder] satisfies Offer);
    channel.close();
  };
}

/** Asks for them, once. Nobody answers when the panel was closed, or the tab is loaded again. */
export function takeFiles(token: string, onFiles: (...offer: Offer) => void): void {
  const channel = channelOf(token);
  channel.onmessage = ({ data }: MessageEvent<Offer>) => {
    channel.close();
    onFiles(...data);
  };
  channel.postMessage('ready');
}
