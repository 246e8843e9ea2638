/** Downloads one link's file to disk, in a worker because only workers can write to a file in place. */
import { defineUnlistedScript } from 'wxt/utils/define-unlisted-script';
import {
  type FetchResult,
  type FetchRoute,
  fetchSource,
  toDiskFailure,
} from '../lib/uploads/source-fetch.ts';
import { calculateRoomBytes, writeFetchedFile } from '../lib/uploads/storage/fetched-files.ts';
import type {
  FetcherReply,
  FetcherRequest,
  FetcherStart,
  FetchProgress,
} from '../page/own-files/file-channel.ts';

const reportMs = 250;

export default defineUnlistedScript(() => {
  const stop = new AbortController();
  self.onmessage = ({ data }: MessageEvent<FetcherRequest>) => {
    if ('stop' in data) stop.abort();
    else if ('route' in data) takeRoute(data.route);
    else void fetchFile(data, stop.signal);
  };
});

/** Takes the background's decision about a redirect. */
let takeRoute: (route: FetchRoute) => void = () => {};

async function fetchFile({ id, url }: FetcherStart, signal: AbortSignal): Promise<void> {
  const reply = (message: FetcherReply): void => postMessage(message);
  let progress: FetchProgress | null = null;
  const onProgress = (...latest: FetchProgress): void => {
    progress = latest;
  };
  setInterval(() => {
    if (progress !== null) reply({ progress });
    progress = null;
  }, reportMs);
  const result = await writeFetchedFile(id, (stored) =>
    fetchSource({
      ...stored,
      url,
      signal,
      onProgress,
      getRoomBytes: () => navigator.storage.estimate().then(calculateRoomBytes, () => null),
      findNext: (redirected) =>
        new Promise((resolve) => {
          takeRoute = resolve;
          reply({ redirected });
        }),
      fetch: (address, init) => fetch(address, init),
    }),
  ).catch((error: unknown): FetchResult => {
    console.warn('A fetched file could not be stored.', error);
    return { ...toDiskFailure(error), hasProgress: false };
  });
  reply({ result });
}
