/** Files that are dropped onto the side panel, which is open for as long as nobody knows: a full tab of their own takes them. */
import type { DroppedFile } from './own-files.ts';

/** A new channel for each drop: no other tab hears of it. @param token in the address of the tab */
const channelOf = (token: string) => new BroadcastChannel(`linkhaul-dropped ${token}`);

/** Hands files over to the tab that asks for them by the token. */
export function offerFiles(token: string, files: Promise<readonly DroppedFile[]>): void {
  const channel = channelOf(token);
  channel.onmessage = async () => {
    channel.onmessage = null;
    channel.postMessage(await files);
    channel.close();
  };
}

/** Asks for them, once. Nobody answers when the panel was closed, or the tab is loaded again. */
export function takeFiles(token: string, onFiles: (files: readonly DroppedFile[]) => void): void {
  const channel = channelOf(token);
  channel.onmessage = ({ data }: MessageEvent<readonly DroppedFile[]>) => {
    channel.close();
    onFiles(data);
  };
  channel.postMessage('ready');
}
