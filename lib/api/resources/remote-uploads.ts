/** Remote uploads: the service fetches a link by itself (docs/http-api.md, "Uploads"). */
import { requireText } from '../arguments.ts';
import { classifyMessage } from '../classify-message.ts';
import {
  code,
  count,
  createRecordReader,
  dateTime,
  id,
  type RecordReader,
  text,
  textOrNull,
} from '../fields.ts';
import type { Call, CallOptions, ChangeOptions } from '../transport.ts';
import { findEntry, readCode } from './find-entry.ts';

export type TransferPhase = 'pending' | 'working' | 'error' | 'unknown';

/** A remote upload as the service reports it. A finished one disappears from the list; so does a deleted one. */
export interface Transfer {
  readonly fileCode: string;
  /**
   * The source as the service echoes it: perhaps decoded or trimmed, and never checked. Text to compare and to show, not an
   * address to open.
   */
  readonly remoteUrl: string;
  /** The service's own word. */
  readonly status: string;
  /** What that word means; `unknown` for an unknown one. */
  readonly phase: TransferPhase;
  /** Bytes; null while the service does not know. May be less than what is downloaded. */
  readonly bytesTotal: number | null;
  /** Bytes; goes backwards when a transfer is restarted. */
  readonly bytesDownloaded: number | null;
  /** `YYYY-MM-DD HH:MM:SS` on the service's clock, no zone. */
  readonly created: string | null;
  /** "0" is the root; null where the service does not say. */
  readonly folderId: string | null;
}

/** The transfers, and how many entries of the service's list could not be read; a copy of the array lacks `skipped`. */
export type TransferList = Transfer[] & { readonly skipped: number };

export interface RemoteUploadSlots {
  /** How many transfers the account may have at once. */
  readonly totalSlots: number | null;
  readonly usedSlots: number | null;
}

export interface AddedUpload extends RemoteUploadSlots {
  /** Of the transfer now, of the file when it is done. */
  readonly fileCode: string;
  /** As the service echoes it. */
  readonly title: string | null;
}

export interface NewUpload {
  readonly url: string;
  /** "0" or none: the root. Into a folder that is gone the service puts nothing but stores in the root, silently. */
  readonly folderId?: string | undefined;
  readonly title?: string | undefined;
}

const phases: readonly (readonly [TransferPhase, RegExp])[] = [
  ['pending', /^(pending|queued?|waiting|new)\b/i],
  ['working', /^(working|active|downloading|running|processing|transferring)\b/i],
  ['error', /^(error|err|fail|failed|failure)\b/i],
];

const transferFields = createRecordReader<Omit<Transfer, 'phase'>>({
  fileCode: [code, 'file_code', 'filecode'],
  remoteUrl: [text, 'remote_url', 'url'],
  status: [text, 'status'],
  bytesTotal: [count, 'bytes_total'],
  bytesDownloaded: [count, 'bytes_downloaded'],
  created: [dateTime, 'created'],
  folderId: [id, 'folder_id', 'fld_id'],
});

const transfer: RecordReader<Transfer> = (raw) => {
  const read = transferFields(raw);
  if (read === null) return null;
  const phase = phases.find(([, pattern]) => pattern.test(read.status))?.[0] ?? 'unknown';
  // A total of 0 means that it is not known yet.
  return { ...read, phase, bytesTotal: read.bytesTotal || null };
};

const slots = createRecordReader<RemoteUploadSlots>({
  totalSlots: [count, 'total_slots'],
  usedSlots: [count, 'used_slots'],
});

const addedBeside = createRecordReader<Omit<AddedUpload, 'fileCode'>>({
  title: [textOrNull, 'new_title'],
  totalSlots: [count, 'total_slots'],
  usedSlots: [count, 'used_slots'],
});

export const remoteUploadCalls = (call: Call) => {
  /** The interface requires `restart_errors` whatever the action; only 1 restarts. Resolves to the service's own words. */
  async function runAction(
    params: Readonly<Record<string, string | number>>,
    options: CallOptions | undefined,
  ) {
    const answer = await call('change', 'urlupload/actions', { restart_errors: 0, ...params }, options);
    return { msg: answer.readMessage() };
  }

  return {
    /**
     * Lets the service fetch a link (docs/http-api.md, "Upload by link"). It cannot be sent safely twice: see
     * `ApiError.mayHaveTakenEffect` before doing so.
     */
    async add({ url, folderId, title }: NewUpload, options?: ChangeOptions): Promise<AddedUpload> {
      const params = { url: requireText(url, 'url'), fld_id: folderId, new_title: title };
      const answer = await call('change', 'upload/url', params, options);
      return { ...answer.readOne(readCode), ...answer.readEnvelopeFields(addedBeside) };
    },

    /**
     * All transfers that are not finished (docs/http-api.md, "Transfer list"). One that cannot be read is left out
     * and counted in `skipped`: then a missing transfer proves nothing.
     */
    async list(options?: CallOptions): Promise<TransferList> {
      const answer = await call('read', 'urlupload/list', {}, options);
      const { entries, skipped } = await answer.readLongList(transfer);
      // Hidden from loops, comparisons and JSON, for which this is an array like any other.
      return Object.defineProperty(entries as Transfer[] & { skipped: number }, 'skipped', {
        value: skipped,
      });
    },

    /** One transfer; null where the service lists none, which is no proof that it is done. */
    async status(fileCode: string, options?: CallOptions): Promise<Transfer | null> {
      const params = { file_code: requireText(fileCode, 'fileCode') };
      const answer = await call('read', 'urlupload/status', params, options);
      const entry = findEntry(answer.readRecords(), fileCode, true);
      const read = entry && transfer({ ...entry, file_code: fileCode });
      const isFailure =
        read !== null && read.remoteUrl === '' && classifyMessage(read.status) === 'not-found';
      return isFailure ? null : read;
    },

    /** How many transfers there may be and are (docs/http-api.md, "Slots"). */
    async slots(options?: CallOptions): Promise<RemoteUploadSlots> {
      const answer = await call('read', 'urlupload/slots', {}, options);
      const read = answer.readEnvelopeFields(slots);
      if (read.totalSlots === null && read.usedSlots === null) throw answer.createUnusableError();
      return read;
    },

    /** Starts all failed transfers again. */
    restartErrors: (options?: CallOptions) => runAction({ restart_errors: 1 }, options),

    /** Takes the failed transfers out of the list. */
    clearErrors: (options?: CallOptions) => runAction({ clear_errors: 1 }, options),

    /** Takes all transfers out of the list, those under way too. */
    clearAll: (options?: CallOptions) => runAction({ clear_all: 1 }, options),

    /** Deletes one transfer. */
    delete: async (fileCode: string, options?: CallOptions) =>
      runAction({ delete_code: requireText(fileCode, 'fileCode') }, options),
  };
};
