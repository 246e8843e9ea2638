/** Remote uploads: the service fetches a link itself (docs/http-api.md, "Uploads"). */

import { optionalText, rejectUnknownOptions, requireText } from '../arguments.ts';
import { classifyMessage } from '../classify-message.ts';
import type { Dialect } from '../dialects/dialect.ts';
import {
  code,
  count,
  createRecordReader,
  dateTime,
  id,
  percent,
  type RecordReader,
  remaining,
  text,
  textOrNull,
} from '../fields.ts';
import { codePattern } from '../file-code.ts';
import type { Host } from '../host.ts';
import { createPhraseFinder, readWords } from '../phrases.ts';
import type { CallOptions, ChangeOptions } from '../transport.ts';
import { emptyIfRefused } from './empty-list.ts';
import { findEntry, readCode } from './find-entry.ts';

/** The phase of a transfer. */
export type TransferPhase = 'pending' | 'working' | 'error' | 'unknown';

/** A remote upload as the service reports it. It leaves the list when it is finished or deleted. */
export interface Transfer {
  /** The code that `add` returned, later the file's. Null if the service assigns it only when the transfer starts. */
  readonly fileCode: string | null;
  /** The source as the service returns it, possibly decoded or trimmed. For comparison and display, not to open. */
  readonly remoteUrl: string;
  /** The service's own word. */
  readonly status: string;
  /** What that word means; `unknown` if we don't know it. */
  readonly phase: TransferPhase;
  /** Bytes; null while unknown. May be less than `bytesDownloaded`. */
  readonly bytesTotal: number | null;
  /** Bytes. Decreases when a transfer is restarted. */
  readonly bytesDownloaded: number | null;
  /** Percent, as the service reports it; null if it reports bytes or nothing. */
  readonly progress: number | null;
  /** `YYYY-MM-DD HH:MM:SS` by the service's clock, without a zone. */
  readonly created: string | null;
  /** "0" is the root; null if unknown. */
  readonly folderId: string | null;
}

/** The transfers. A copy of the array has no `skipped`. */
export type TransferList = Transfer[] & {
  /** Number of unreadable entries. */
  readonly skipped: number;
};

/** How many concurrent transfers the account has and may have. */
export interface RemoteUploadSlots {
  /** Allowed concurrent transfers. */
  readonly totalSlots: number | null;
  /** Current transfers. */
  readonly usedSlots: number | null;
  /** How many more are allowed now; null if unknown. */
  readonly freeSlots: number | null;
}

/** A transfer that the service accepted. */
export interface AddedUpload extends RemoteUploadSlots {
  /** The code of the transfer, and later of the file. */
  readonly fileCode: string;
  /** As the service returns it. */
  readonly title: string | null;
}

/** A link for the service to fetch. */
export interface NewUpload {
  /** The address of the file. The service must be able to reach it. */
  readonly url: string;
  /** "0" or undefined is the root. If the folder no longer exists, the service silently uses the root. */
  readonly folderId?: string | undefined;
  /** Title of the file. Default: the service chooses one. */
  readonly title?: string | undefined;
}

const ended =
  'aborted|broken|canceled|cancelled|dead|deleted|expired|gone|missing|refused|rejected|removed|terminated';

/** The first matching row decides. */
const phases = (
  [
    ['working', 'retrying'],
    ['unknown', 'no|0 error'],
    ['error', 'err|error|fail|failed|failure'],
    ['pending', '^ in|on? queue|queued|pending|waiting|new'],
    [
      'working',
      '^ in? working|active|downloading|uploading|running|inprogress|progress|processing|transferring',
    ],
    // It may go on, or is done.
    [
      'unknown',
      'retry|retries|resum*|again|later|soon|yet|temporar*|slot|slots|done|complete*|finished|success*',
    ],
    [
      'ended',
      `^ ${ended}`,
      `file|link|url|source|upload|download|transfer|connection ..2 ${ended}`,
      "timeout|denied|forbidden|invalid|unsupported|can't|cannot|couldn't|unable",
      'timed out',
      'http 400|401|403|404|410|451',
      'not accessible|allowed|available|found|supported',
      'can|could not',
      'too big|large',
      'file|link unavailable',
    ],
  ] satisfies readonly (readonly [phase: TransferPhase | 'ended', ...phrases: string[]])[]
).map(([phase, ...phrases]) => ({ phase, isIn: createPhraseFinder(phrases) }));

const transfer = ({ fields: { transfer: names } }: Dialect): RecordReader<Transfer> => {
  const readFields = createRecordReader<Omit<Transfer, 'phase'>>({
    fileCode: [(raw) => code(raw) ?? null, ...names.fileCode],
    remoteUrl: [text, ...names.remoteUrl],
    status: [text, ...names.status],
    bytesTotal: [count, ...names.bytesTotal],
    bytesDownloaded: [count, ...names.bytesDownloaded],
    progress: [percent, ...names.progress],
    created: [dateTime, ...names.created],
    folderId: [id, ...names.folderId],
  });
  return (raw) => {
    const read = readFields(raw);
    // Without a code, the address identifies it.
    if (read === null || (read.fileCode === null && read.remoteUrl === '')) return null;
    // 0 means unknown.
    const bytesTotal = read.bytesTotal || null;
    const hasAllBytes = bytesTotal !== null && (read.bytesDownloaded ?? 0) >= bytesTotal;
    return { ...read, phase: readPhase(read.status, hasAllBytes || read.progress === 100), bytesTotal };
  };
};

function readPhase(status: string, isComplete: boolean): TransferPhase {
  const words = readWords(status);
  const phase =
    phases.find(({ isIn }) => isIn(words))?.phase ??
    misspelt.find(([, word]) => isMisspelt(status.toLowerCase(), word))?.[0] ??
    'unknown';
  // A complete transfer that was "removed" may have its file.
  return phase === 'ended' ? (isComplete ? 'unknown' : 'error') : phase;
}

const misspelt = [
  ['pending', 'pending'],
  ['working', 'working'],
  ['error', 'error'],
  ['error', 'failed'],
] as const;

/** Whether they differ by at most two letters, ignoring their order. */
function isMisspelt(word: string, known: string): boolean {
  if (word[0] !== known[0] || Math.abs(word.length - known.length) > 2) return false;
  const letters = [...known];
  const others = [...word].filter((letter) => {
    const at = letters.indexOf(letter);
    if (at >= 0) letters.splice(at, 1);
    return at < 0;
  });
  return letters.length + others.length <= 2;
}

const slots = ({ fields: { slots: names } }: Dialect): RecordReader<RemoteUploadSlots> => {
  const readFields = createRecordReader<RemoteUploadSlots>({
    totalSlots: [count, ...names.totalSlots],
    usedSlots: [count, ...names.usedSlots],
    freeSlots: [remaining, ...names.freeSlots],
  });
  return (raw) => {
    const read = readFields(raw);
    if (read === null || read.totalSlots === null || read.usedSlots === null) return read;
    return { ...read, freeSlots: Math.max(0, read.totalSlots - read.usedSlots) };
  };
};

const added = ({ fields: { added: names } }: Dialect) =>
  createRecordReader<Pick<AddedUpload, 'title'>>({ title: [textOrNull, ...names.title] });

/** Some services return a list of codes. */
const readAdded: RecordReader<{ readonly fileCode: string }> = (raw) =>
  typeof raw === 'string' && codePattern.test(raw) ? { fileCode: raw } : readCode(raw);

/** The service's own words. */
export interface ServiceMessage {
  /** One line, at most 300 characters. */
  readonly msg: string;
}

/** Remote uploads: the service fetches a link itself. */
export interface RemoteUploadCalls {
  /** Makes the service fetch a link (docs/http-api.md, "Upload by link"). Before you retry, check `ApiError.mayHaveTakenEffect`. */
  add(upload: NewUpload, options?: ChangeOptions): Promise<AddedUpload>;
  /** All unfinished transfers (docs/http-api.md, "Transfer list"). If any were `skipped`, an absent one proves nothing. */
  list(options?: CallOptions): Promise<TransferList>;
  /** One transfer; null if the service doesn't list it, which doesn't prove that it is done. */
  status(fileCode: string, options?: CallOptions): Promise<Transfer | null>;
  /** How many concurrent transfers the account has and may have (docs/http-api.md, "Slots"). */
  slots(options?: CallOptions): Promise<RemoteUploadSlots>;
  /** Restarts all failed transfers. */
  restartErrors(options?: CallOptions): Promise<ServiceMessage>;
  /** Removes failed transfers from the list. */
  clearErrors(options?: CallOptions): Promise<ServiceMessage>;
  /** Removes all transfers from the list, including active ones. */
  clearAll(options?: CallOptions): Promise<ServiceMessage>;
  /** Deletes one transfer. */
  delete(fileCode: string, options?: CallOptions): Promise<ServiceMessage>;
}

type ActionName = `remoteUploads.${'restartErrors' | 'clearErrors' | 'clearAll' | 'delete'}`;

export const remoteUploadCalls = ({ ask }: Host): RemoteUploadCalls => {
  async function runAction(name: ActionName, options?: CallOptions, params: { fileCode?: string } = {}) {
    const { answer } = await ask('change', name, params, options);
    return { msg: answer.readMessage() };
  }

  return {
    async add(upload, options) {
      rejectUnknownOptions(
        upload,
        ['url', 'folderId', 'title'] satisfies (keyof NewUpload)[],
        'remoteUploads.add',
      );
      const { url, folderId, title } = upload;
      const params = {
        url: requireText(url, 'url'),
        folderId: optionalText(folderId, 'folderId'),
        title: optionalText(title, 'title'),
      };
      const { answer, dialect } = await ask('change', 'remoteUploads.add', params, options);
      return {
        ...answer.readOne(readAdded),
        ...answer.readEnvelopeFields(added(dialect)),
        ...answer.readEnvelopeFields(slots(dialect)),
      };
    },

    async list(options) {
      const { entries, skipped } = await emptyIfRefused(async () => {
        const { answer, dialect } = await ask('read', 'remoteUploads.list', {}, options);
        return answer.readList(transfer(dialect));
      });
      // Not enumerable, so that it looks like an ordinary array.
      return Object.defineProperty(entries as TransferList, 'skipped', { value: skipped });
    },

    async status(fileCode, options) {
      const params = { fileCode: requireText(fileCode, 'fileCode') };
      const { answer, dialect } = await ask('read', 'remoteUploads.status', params, options);
      // If the host uses the list call, an entry without a code may be another transfer.
      const { path } = dialect.calls['remoteUploads.status'] ?? {};
      const isOwnCall = path !== dialect.calls['remoteUploads.list']?.path;
      const entry = findEntry(await answer.readRecords(), fileCode, isOwnCall);
      const read = entry && transfer(dialect)({ ...entry, file_code: fileCode });
      return read?.remoteUrl === '' && classifyMessage(read.status) === 'not-found' ? null : read;
    },

    async slots(options) {
      const { answer, dialect } = await ask('read', 'remoteUploads.slots', {}, options);
      const read = answer.readEnvelopeFields(slots(dialect));
      if ((read.totalSlots ?? read.usedSlots ?? read.freeSlots) === null) throw answer.createUnusableError();
      return read;
    },

    restartErrors: (options) => runAction('remoteUploads.restartErrors', options),
    clearErrors: (options) => runAction('remoteUploads.clearErrors', options),
    clearAll: (options) => runAction('remoteUploads.clearAll', options),
    delete: async (fileCode, options) =>
      runAction('remoteUploads.delete', options, { fileCode: requireText(fileCode, 'fileCode') }),
  };
};
