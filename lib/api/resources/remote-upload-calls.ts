/** Remote uploads: the service fetches a link by itself (docs/http-api.md, "Uploads"). */
import { optionalText, requireText } from '../arguments.ts';
import { classifyMessage } from '../classify-message.ts';
import type { JsonRecord } from '../envelope.ts';
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

/** What a transfer does. */
export type TransferPhase = 'pending' | 'working' | 'error' | 'unknown';

/** A remote upload as the service reports it. A finished one disappears from the list; so does a deleted one. */
export interface Transfer {
  /** As `add` gave it; of the file when it is done. */
  readonly fileCode: string;
  /** The source as the service echoes it, perhaps decoded or trimmed: to compare and to show, not to open. */
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
export type TransferList = Transfer[] & {
  /** Entries that could not be read. */
  readonly skipped: number;
};

/** How many transfers there may be at once. */
export interface RemoteUploadSlots {
  /** How many transfers the account may have at once. */
  readonly totalSlots: number | null;
  /** How many it has. */
  readonly usedSlots: number | null;
}

/** A transfer that the service has taken. */
export interface AddedUpload extends RemoteUploadSlots {
  /** Of the transfer now, of the file when it is done. */
  readonly fileCode: string;
  /** As the service echoes it. */
  readonly title: string | null;
}

/** A link that the service is to fetch. */
export interface NewUpload {
  /** The address of the file, as the service can reach it. */
  readonly url: string;
  /** "0" or none: the root. Into a folder that is gone the service puts nothing but stores in the root, silently. */
  readonly folderId?: string | undefined;
  /** Title of the file; the service makes one where it is not given. */
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

/** It has an address, and no code yet. */
const isWaiting = (entry: JsonRecord): boolean => transfer({ ...entry, file_code: 'x' })?.remoteUrl !== '';

const slots = createRecordReader<RemoteUploadSlots>({
  totalSlots: [count, 'total_slots'],
  usedSlots: [count, 'used_slots'],
});

const addedBeside = createRecordReader<Omit<AddedUpload, 'fileCode'>>({
  title: [textOrNull, 'new_title'],
  // Not spread from one object: bundlers keep what is spread, in every page.
  totalSlots: [count, 'total_slots'],
  usedSlots: [count, 'used_slots'],
});

/** The service's own words. */
export interface ServiceMessage {
  /** One line, at most 300 characters. */
  readonly msg: string;
}

/** Remote uploads: the service fetches a link by itself. */
export interface RemoteUploadCalls {
  /** Lets the service fetch a link (docs/http-api.md, "Upload by link"). Before a second try see `ApiError.mayHaveTakenEffect`. */
  add(upload: NewUpload, options?: ChangeOptions): Promise<AddedUpload>;
  /** All unfinished transfers (docs/http-api.md, "Transfer list"); with any `skipped`, a missing one proves nothing. */
  list(options?: CallOptions): Promise<TransferList>;
  /** One transfer; null where the service lists none, which is no proof that it is done. */
  status(fileCode: string, options?: CallOptions): Promise<Transfer | null>;
  /** How many transfers there may be and are (docs/http-api.md, "Slots"). */
  slots(options?: CallOptions): Promise<RemoteUploadSlots>;
  /** Starts all failed transfers again. */
  restartErrors(options?: CallOptions): Promise<ServiceMessage>;
  /** Takes the failed transfers out of the list. */
  clearErrors(options?: CallOptions): Promise<ServiceMessage>;
  /** Takes all transfers out of the list, those under way too. */
  clearAll(options?: CallOptions): Promise<ServiceMessage>;
  /** Deletes one transfer. */
  delete(fileCode: string, options?: CallOptions): Promise<ServiceMessage>;
}

export const remoteUploadCalls = (call: Call): RemoteUploadCalls => {
  /** The interface requires `restart_errors` whatever the action; only 1 restarts. */
  async function runAction(params: Readonly<Record<string, string | number>>, options?: CallOptions) {
    const answer = await call('change', 'urlupload/actions', { restart_errors: 0, ...params }, options);
    return { msg: answer.readMessage() };
  }

  return {
    async add({ url, folderId, title }, options) {
      const params = {
        url: requireText(url, 'url'),
        fld_id: optionalText(folderId, 'folderId'),
        new_title: optionalText(title, 'title'),
      };
      const answer = await call('change', 'upload/url', params, options);
      return { ...answer.readOne(readCode), ...answer.readEnvelopeFields(addedBeside) };
    },

    async list(options) {
      const answer = await call('read', 'urlupload/list', {}, options);
      const { entries, skipped } = await answer.readList(transfer, { isIncomplete: isWaiting });
      // Hidden from loops, comparisons and JSON, for which this is an array like any other.
      return Object.defineProperty(entries as TransferList, 'skipped', { value: skipped });
    },

    async status(fileCode, options) {
      const params = { file_code: requireText(fileCode, 'fileCode') };
      const answer = await call('read', 'urlupload/status', params, options);
      const entry = findEntry(await answer.readRecords(), fileCode, true);
      const read = entry && transfer({ ...entry, file_code: fileCode });
      return read?.remoteUrl === '' && classifyMessage(read.status) === 'not-found' ? null : read;
    },

    async slots(options) {
      const answer = await call('read', 'urlupload/slots', {}, options);
      const read = answer.readEnvelopeFields(slots);
      if (read.totalSlots === null && read.usedSlots === null) throw answer.createUnusableError();
      return read;
    },

    restartErrors: (options) => runAction({ restart_errors: 1 }, options),
    clearErrors: (options) => runAction({ clear_errors: 1 }, options),
    clearAll: (options) => runAction({ clear_all: 1 }, options),
    delete: async (fileCode, options) =>
      runAction({ delete_code: requireText(fileCode, 'fileCode') }, options),
  };
};
