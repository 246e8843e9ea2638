/**
 * Every way in which an upload can change: one table, one function for each action. Pure.
 *
 * The table says which action is allowed in which state and where it leads; anything else is an `IllegalTransition`. The
 * stores apply an action to what is stored, within one transaction, so an illegal action also tells the loser of a race
 * that somebody else was faster: an upload cannot be sent by two callers.
 */
import type { FolderRef } from '../folders/folder.ts';
import { type EventKind, eventOf, type NewEvent } from './event.ts';
import type {
  FailureInfo,
  Twin,
  Uncertainty,
  Upload,
  UploadState,
  Verification,
  Wait,
  WaitReason,
} from './upload.ts';

/**
 * What a check without a verdict was: `early`, or not answered at all; `unconfirmed`: late enough, and the upload was
 * not seen; `open`: what was seen proves neither presence nor absence.
 */
export type CheckResult = 'early' | 'unconfirmed' | 'open';

/** A transfer as the service lists it, as far as it changes a record. */
export interface ListedState {
  readonly phase: 'pending' | 'working' | 'error' | 'unknown';
  /** The service's own word. */
  readonly status: string;
  /** Null where the service does not say. */
  readonly folderId: string | null;
}

/** What file info or file check knows of a transfer that left the list. */
export interface FoundFile {
  readonly title: string | null;
  /** Bytes; null where unknown. */
  readonly size: number | null;
  /** Where it is instead: it could not be moved into its folder. */
  readonly strandedIn?: FolderRef;
}

export type UploadAction =
  | { readonly type: 'send'; readonly folderId: string } // stored before the request leaves, which names this folder
  | { readonly type: 'accept'; readonly fileCode: string; readonly claim: 'answer' | 'evidence' }
  | { readonly type: 'refuse'; readonly failure: FailureInfo } // the service said no
  | { readonly type: 'putBack'; readonly failure: FailureInfo; readonly wait?: Wait } // certainly without effect
  | { readonly type: 'defer'; readonly reason: WaitReason; readonly failure: FailureInfo } // for now; may have been taken
  | { readonly type: 'doubt'; readonly cause: Uncertainty['cause']; readonly failure: FailureInfo } // may have been taken
  | { readonly type: 'recheck'; readonly atMs: number; readonly after: CheckResult } // no verdict yet
  | { readonly type: 'giveUp' } // no evidence can be had: the user decides
  | { readonly type: 'requeue'; readonly wait: Wait | null } // proven absent
  | { readonly type: 'loseClaim' } // the service's answer to another upload names the file that evidence gave this one
  | { readonly type: 'sendAgain' } // the user's decision about an uncertain upload
  | { readonly type: 'checkAgain' } // the user wants evidence looked for again
  | { readonly type: 'retry' } // the user wants it sent now
  | { readonly type: 'setTitle'; readonly title: string | null } // read from the page after the click
  | { readonly type: 'setFolder'; readonly folder: FolderRef }
  | { readonly type: 'setOrder'; readonly order: number }
  | { readonly type: 'list'; readonly listed: ListedState } // the service lists its transfer
  | { readonly type: 'unlist' } // the service lists it no more
  | { readonly type: 'find'; readonly file: FoundFile } // its file was seen
  | { readonly type: 'miss'; readonly retryAtMs: number | null } // no such file; null: that was the last search
  | { readonly type: 'restart' } // by the user, at the service
  | { readonly type: 'addTwin'; readonly twin: Twin }
  | { readonly type: 'removeTwin'; readonly fileCode: string }
  | { readonly type: 'fileGone' } // its file is in the account no more
  | { readonly type: 'archive' } // put away, or deleted at the service, by the user
  | { readonly type: 'remove' } // taken out of the queue by the user
  | { readonly type: 'cancel' }; // by the user, while its bytes are sent

type ActionType = UploadAction['type'];
type Next = Readonly<Partial<Record<ActionType, UploadState | 'removed'>>>;

/** `list` leads to the state that the service reports. */
const tracked: Next = { list: 'running', unlist: 'verifying', archive: 'archived', loseClaim: 'uncertain' };
const twins = (state: UploadState): Next => ({ addTwin: state, removeTwin: state });

/** State × action → state. What is not in here cannot happen. */
export const transitions: Readonly<Record<UploadState, Next>> = {
  queued: {
    send: 'sending',
    refuse: 'refused', // its folder is gone: it need not even leave
    retry: 'queued',
    setTitle: 'queued',
    setFolder: 'queued',
    setOrder: 'queued',
    remove: 'removed',
  },
  sending: {
    accept: 'accepted',
    refuse: 'refused',
    putBack: 'queued',
    defer: 'deferred',
    doubt: 'uncertain',
    cancel: 'removed', // only files: the page stops sending
  },
  deferred: {
    accept: 'accepted',
    requeue: 'queued',
    recheck: 'deferred',
    giveUp: 'uncertain',
    retry: 'deferred',
    setFolder: 'deferred',
    setOrder: 'deferred',
    remove: 'removed',
  },
  uncertain: {
    accept: 'accepted',
    refuse: 'refused',
    requeue: 'queued',
    recheck: 'uncertain',
    giveUp: 'uncertain',
    checkAgain: 'uncertain',
    sendAgain: 'queued',
    remove: 'removed',
  },
  refused: { retry: 'queued', setFolder: 'refused', remove: 'removed' },
  accepted: { ...tracked, ...twins('accepted') },
  running: { ...tracked, ...twins('running') },
  failed: { ...tracked, ...twins('failed'), restart: 'accepted' },
  verifying: { ...tracked, ...twins('verifying'), find: 'done', miss: 'verifying' },
  done: { ...twins('done'), archive: 'archived', fileGone: 'archived', loseClaim: 'uncertain' },
  vanished: { ...twins('vanished'), retry: 'queued', archive: 'archived', list: 'running' },
  archived: { ...twins('archived'), list: 'running', fileGone: 'archived' },
};

/** The action is not allowed in the upload's state: it went another way in the meantime. */
export class IllegalTransition extends Error {
  override readonly name = 'IllegalTransition';
  readonly state: UploadState;
  readonly action: ActionType;
  constructor(state: UploadState, action: ActionType) {
    super(`An upload that is ${state} cannot take the action "${action}"`);
    this.state = state;
    this.action = action;
  }
}

/** Whether an action is allowed in a state. */
export function allows(state: UploadState, action: ActionType): boolean {
  return Object.hasOwn(transitions[state], action);
}

export interface Transition {
  /** The upload after the action; null where it is removed. */
  readonly upload: Upload | null;
  /** What others must hear of. */
  readonly events: readonly NewEvent[];
}

/**
 * @param nowMs milliseconds since the epoch
 * @throws IllegalTransition
 */
export function transition(upload: Upload, action: UploadAction, nowMs: number): Transition {
  const next = allows(upload.state, action.type) ? transitions[upload.state][action.type] : undefined;
  // Another folder was chosen while the request waited for its turn.
  const isOutdated = action.type === 'send' && action.folderId !== upload.folder.id;
  if (next === undefined || isOutdated) throw new IllegalTransition(upload.state, action.type);
  if (next === 'removed') return { upload: null, events: [eventOf('cancelled', upload, nowMs)] };
  const changed = { ...upload, state: next, ...changes(upload, action, nowMs) };
  if (isSame(upload, changed)) return { upload, events: [] };
  const after = { ...changed, changedAtMs: nowMs };
  const kind = eventKindOf(upload, after, action);
  return { upload: after, events: kind === null ? [] : [eventOf(kind, after, nowMs)] };
}

function isSame(one: Upload, other: Upload): boolean {
  return (Object.keys(other) as (keyof Upload)[]).every((key) => one[key] === other[key]);
}

function eventKindOf(before: Upload, after: Upload, { type }: UploadAction): EventKind | null {
  if (type === 'accept') return 'sent';
  if (type === 'giveUp') return 'uncertain';
  if (before.state === after.state) return null;
  switch (after.state) {
    case 'refused':
    case 'done':
    case 'failed':
      return after.state;
    case 'vanished':
      return 'failed';
    default:
      return null;
  }
}

const settled = { wait: null, uncertainty: null } as const;

/** What an action changes; the state only where the table does not say it. */
function changes(upload: Upload, action: UploadAction, nowMs: number): Partial<Upload> {
  switch (action.type) {
    case 'send':
      return { wait: null, sentAtMs: nowMs, attempts: upload.attempts + 1 };
    case 'accept': {
      const claimed = { ...settled, fileCode: action.fileCode, claim: action.claim, failure: null };
      // The service has all of a file's bytes by then; there is no transfer to follow.
      return upload.source === 'file'
        ? { ...claimed, state: 'verifying', verification: newVerification(false, nowMs) }
        : claimed;
    }
    case 'refuse':
      return { ...settled, failure: action.failure };
    case 'putBack':
      // A file whose bytes were on their way is not sent any number of times.
      return action.wait
        ? { failure: action.failure, wait: action.wait }
        : { failure: action.failure, attempts: upload.attempts - 1 };
    case 'defer':
      return {
        failure: action.failure,
        wait: { reason: action.reason, untilMs: null },
        uncertainty: newUncertainty('turned-away', nowMs),
        attempts: upload.attempts - 1,
      };
    case 'doubt':
      return { failure: action.failure, uncertainty: newUncertainty(action.cause, nowMs) };
    case 'recheck':
      return { uncertainty: afterCheck(upload, action.atMs, action.after, nowMs) };
    case 'giveUp':
      return { wait: null, uncertainty: afterCheck(upload, null, 'open', nowMs) };
    case 'checkAgain':
      return { uncertainty: { ...afterCheck(upload, nowMs, 'early', nowMs), checks: 0 } };
    case 'requeue':
      return { ...settled, wait: action.wait };
    case 'loseClaim':
      return { ...unclaimed, uncertainty: newUncertainty('no-answer', nowMs) };
    case 'sendAgain':
      return settled;
    case 'retry':
      // What may have arrived is looked for first, also in a hurry.
      if (upload.state === 'deferred') return { uncertainty: afterCheck(upload, nowMs, 'early', nowMs) };
      return { ...settled, ...(upload.state === 'vanished' && unclaimed) };
    case 'setTitle':
      return {
        title: action.title ?? upload.title,
        wait: upload.wait?.reason === 'title' ? null : upload.wait,
      };
    case 'setFolder':
      return { folder: action.folder };
    case 'setOrder':
      return { order: action.order };
    case 'list':
      return afterListing(upload, action.listed);
    case 'unlist':
      return upload.state === 'verifying'
        ? {}
        : { verification: newVerification(upload.state === 'failed', nowMs), unknownStatus: null };
    case 'find': {
      const { title, size, strandedIn } = action.file;
      const ended = {
        verification: null,
        failure: null,
        order: -nowMs,
        endedAtMs: nowMs,
        arrivedAtMs: nowMs,
      };
      return {
        ...ended,
        ...(strandedIn && { folder: strandedIn, failure: { code: notMoved, msg: null } }),
        title: title ?? upload.title,
        sizeBytes: size ?? upload.sizeBytes,
      };
    }
    case 'miss':
      return afterMiss(upload, action.retryAtMs, nowMs);
    case 'restart':
      return { failure: null };
    case 'addTwin': {
      const others = upload.twins.filter(({ fileCode }) => fileCode !== action.twin.fileCode);
      const known = upload.twins.find(({ fileCode }) => fileCode === action.twin.fileCode);
      return known?.isTransfer === action.twin.isTransfer ? {} : { twins: [...others, action.twin] };
    }
    case 'removeTwin':
      return { twins: upload.twins.filter(({ fileCode }) => fileCode !== action.fileCode) };
    case 'fileGone':
      return { arrivedAtMs: null };
    case 'archive':
      return { verification: null, order: -nowMs, endedAtMs: upload.endedAtMs ?? nowMs };
    case 'remove':
    case 'cancel':
      return {};
  }
}

const unclaimed = {
  ...{ fileCode: null, claim: null, unknownStatus: null, verification: null },
  ...{ endedAtMs: null, arrivedAtMs: null },
} as const;

function newVerification(wasFailed: boolean, nowMs: number): Verification {
  return { wasFailed, misses: 0, nextAtMs: nowMs };
}

/** To be looked into at once. */
function newUncertainty(cause: Uncertainty['cause'], nowMs: number): Uncertainty {
  return { cause, sinceMs: nowMs, unconfirmedAtMs: null, checks: 0, nextCheckAtMs: nowMs };
}

function afterCheck(
  upload: Upload,
  nextCheckAtMs: number | null,
  after: CheckResult,
  nowMs: number,
): Uncertainty {
  const uncertainty = upload.uncertainty ?? newUncertainty('no-answer', nowMs);
  const unconfirmed =
    after === 'unconfirmed' ? (uncertainty.unconfirmedAtMs ?? nowMs) : uncertainty.unconfirmedAtMs;
  return {
    ...uncertainty,
    // Times in the future were stored by a clock that has since been set back.
    sinceMs: Math.min(uncertainty.sinceMs, nowMs),
    unconfirmedAtMs: unconfirmed === null ? null : Math.min(unconfirmed, nowMs),
    checks: uncertainty.checks + (after === 'open' ? 1 : 0),
    nextCheckAtMs,
  };
}

/** The failure of a file that arrived and could not be moved into its folder. */
export const notMoved = 'not-moved';

/** The failure of a transfer that the service reports an error for. */
export const transferFailed = 'transfer-failed';

/** The state in which a transfer of this phase is. */
export const stateOfPhase = {
  pending: 'accepted',
  working: 'running',
  unknown: 'running',
  error: 'failed',
} as const;

function afterListing(upload: Upload, { phase, status, folderId }: ListedState): Partial<Upload> {
  const isFailed = phase === 'error';
  // What was put away stays so; but a failed one that moves again has something new to show.
  const isBack = upload.failure?.code === transferFailed && !isFailed;
  if (upload.state === 'archived' && !isBack) return { state: 'archived' };
  const isElsewhere = folderId !== null && folderId !== upload.folder.id;
  const failure = isFailed ? { code: transferFailed, msg: failureWords(status) } : null;
  return {
    state: stateOfPhase[phase],
    verification: null,
    endedAtMs: null,
    unknownStatus: phase === 'unknown' ? status : null,
    failure:
      upload.failure?.code === failure?.code && upload.failure?.msg === failure?.msg
        ? upload.failure
        : failure,
    // The service stored it in another folder, whose name nobody knows.
    ...(isElsewhere && { folder: { id: folderId, name: '' } }),
  };
}

/** The bare word "error" says no more than that it failed. */
export const failureWords = (status: string): string | null =>
  /^(?:err|error|fail|failed|failure)?$/iu.test(status.trim()) ? null : status;

function afterMiss(upload: Upload, retryAtMs: number | null, nowMs: number): Partial<Upload> {
  const { verification } = upload;
  // An error that somebody cleared: there is nothing to tell.
  if (verification?.wasFailed)
    return { state: 'archived', verification: null, order: -nowMs, endedAtMs: nowMs };
  if (retryAtMs === null) return { state: 'vanished', verification: null, order: -nowMs, endedAtMs: nowMs };
  const misses = (verification?.misses ?? 0) + 1;
  return { verification: { wasFailed: false, misses, nextAtMs: retryAtMs } };
}
