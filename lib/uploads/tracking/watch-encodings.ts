/** Watches arrived files while their host encodes them, with each poll of their account. */
import { type Encoding, type FileInfo, readFailure } from '../../api/index.ts';
import type { StoredValue } from '../../storage/stored.ts';
import { commitChanges } from '../changes.ts';
import { isAllowed } from '../transitions.ts';
import type { UploadsClient, UploadsContext } from '../uploads-context.ts';
import { isSingleCallFailure } from '../waits.ts';
import { type EndedEncoding, keepUnread, updateWatched, type WatchedFiles, watchFiles } from './encodings.ts';
import type { Tracking } from './progress.ts';

const polling = { lane: 'polling' } as const;

export function createEncodingWatch(
  context: Pick<UploadsContext, 'store' | 'clock' | 'onChange'>,
  tracking: StoredValue<Tracking>,
) {
  const { clock, onChange } = context;

  async function change(accountId: string, how: (watched: WatchedFiles) => WatchedFiles): Promise<void> {
    await tracking.update(({ encodings: { [accountId]: before = {}, ...others }, ...rest }) => {
      const after = how(before);
      const encodings = Object.keys(after).length > 0 ? { ...others, [accountId]: after } : others;
      return { ...rest, encodings };
    });
    onChange(false);
  }

  /** The upload stays done, but the file's pages may have changed. */
  const recordEnds = (accountId: string, ended: readonly EndedEncoding[], infos: readonly FileInfo[]) =>
    commitChanges(context, 'write', async (tx, changes) => {
      for (const { fileCode, error } of ended) {
        const upload = await tx.findByFileCode(accountId, fileCode);
        if (upload === undefined || !isAllowed(upload.state, 'endEncoding')) continue;
        const info = infos.find((each) => each.fileCode === fileCode);
        const { canPlay = null, singleImage: imageUrl = null } = info?.found ? info : {};
        await changes.applyAction(tx, upload, { type: 'endEncoding', canPlay, imageUrl, error });
      }
    });

  return {
    /** @param listed what the host says about them, if it was asked */
    watch: (accountId: string, codes: readonly string[], listed?: readonly Encoding[]): Promise<void> =>
      change(accountId, (watched) => watchFiles(watched, codes, clock(), listed)),

    /** @throws {ApiError} if the account doesn't respond */
    async poll(accountId: string, client: UploadsClient): Promise<void> {
      const { [accountId]: watched } = (await tracking.get()).encodings;
      if (watched === undefined) return;
      const listed = await client.files.encodings(undefined, polling).catch((error: unknown) => {
        if (isSingleCallFailure(readFailure(error).code)) return null;
        throw error;
      });
      const nowMs = clock();
      const { ended } = updateWatched(watched, listed, nowMs);
      const infos = ended.length === 0 ? [] : await readInfos(client, ended);
      const keep = (files: WatchedFiles) => keepUnread(files, ended, infos, nowMs);
      const unread = keep(watched);
      const read = ended.filter(({ fileCode }) => unread[fileCode] === undefined);
      // Before they are removed from the watch list, so that a worker that ends here checks again.
      if (read.length > 0) await recordEnds(accountId, read, infos);
      await change(accountId, (before) => ({
        ...updateWatched(before, listed, nowMs).watched,
        ...keep(before),
      }));
    },
  };
}

/** Empty if the call fails, but the account responds. */
const readInfos = ({ files }: UploadsClient, ended: readonly EndedEncoding[]): Promise<readonly FileInfo[]> =>
  files
    .info(
      ended.map(({ fileCode }) => fileCode),
      polling,
    )
    .catch((error: unknown) => {
      if (isSingleCallFailure(readFailure(error).code)) return [];
      throw error;
    });
