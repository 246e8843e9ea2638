/** Watches arrived files while their host encodes them, with each poll of their account. */
import { type Encoding, type FileInfo, readFailure } from '../../api/index.ts';
import type { StoredValue } from '../../storage/stored.ts';
import { commitChanges } from '../changes.ts';
import { isAllowed } from '../transitions.ts';
import type { UploadsClient, UploadsContext } from '../uploads-context.ts';
import { isSingleCallFailure } from '../waits.ts';
import { type EndedEncoding, updateWatched, type WatchedFiles, watchFiles } from './encodings.ts';
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
  async function recordEnds(accountId: string, client: UploadsClient, ended: readonly EndedEncoding[]) {
    const codes = ended.map(({ fileCode }) => fileCode);
    const infos = await client.files.info(codes, polling).catch((error: unknown): readonly FileInfo[] => {
      if (isSingleCallFailure(readFailure(error).code)) return [];
      throw error;
    });
    await commitChanges(context, 'write', async (tx, changes) => {
      for (const { fileCode, error } of ended) {
        const upload = await tx.findByFileCode(accountId, fileCode);
        if (upload === undefined || !isAllowed(upload.state, 'endEncoding')) continue;
        const info = infos.find((each) => each.fileCode === fileCode);
        const { canPlay = null, singleImage: imageUrl = null } = info?.found ? info : {};
        await changes.applyAction(tx, upload, { type: 'endEncoding', canPlay, imageUrl, error });
      }
    });
  }

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
      // Before they are removed from the watch list, so that a worker that ends here checks again.
      if (ended.length > 0) await recordEnds(accountId, client, ended);
      await change(accountId, (before) => updateWatched(before, listed, nowMs).watched);
    },
  };
}
