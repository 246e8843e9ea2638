/** The worker that fetches the file of one link to the disk: only a worker can write to a file in place. */
import { defineUnlistedScript } from 'wxt/utils/define-unlisted-script';
import { type FetchResult, fetchSource } from '../lib/uploads/source-fetch.ts';
import { writeFetchedFile } from '../lib/uploads/storage/fetched-files.ts';
import type { FetcherAnswer, FetcherRequest, FetchProgress } from './page/own-files/file-channel.ts';

/** Interval of progress reports. Milliseconds. */
const reportMs = 250;

export default defineUnlistedScript(() => {
  const answer = (message: FetcherAnswer): void => postMessage(message);
  self.onmessage = async ({ data: { id, url } }: MessageEvent<FetcherRequest>) => {
    let progress: FetchProgress | null = null;
    const onProgress = (...latest: FetchProgress): void => {
      progress = latest;
    };
    setInterval(() => {
      if (progress !== null) answer({ progress });
      progress = null;
    }, reportMs);
    const result = await writeFetchedFile(id, (stored) =>
      fetchSource({
        ...stored,
        url,
        onProgress,
        getFreeBytes,
        fetch: (address, init) => fetch(address, init),
      }),
    ).catch((error: unknown): FetchResult => {
      console.warn('A fetched file', error);
      return { code: 'room', msg: null, hasProgress: false };
    });
    answer({ result });
  };
});

async function getFreeBytes(): Promise<number | null> {
  const { quota, usage = 0 } = await navigator.storage.estimate();
  return quota === undefined ? null : quota - usage;
}
