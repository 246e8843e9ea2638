/**
 * Every way an upload can change: one table, and one pure function for each action.
 *
 * The table says which action is allowed in which state, and where it leads. Others throw an `IllegalTransitionError`. An action is applied
 * to the stored record in one transaction, so the loser of a race gets that error and no upload is sent twice.
 */

import type { Transfer } from '../api/index.ts';
import { type AccountFolder, type FolderRef, rootId } from '../folders/folder.ts';
import type { Bytes, EpochMs } from '../timing/units.ts';
import { createEvent, type EventKind, type NewEvent } from './event.ts';
import {
  type Baseline,
  type Choice,
  type Duplicate,
  type FailureInfo,
  hasChosenFolder,
  isResent,
  isUnreported,
  mayReroute,
  type Reroute,
  type Uncertainty,
  type Upload,
  type UploadState,
  type Verification,
  type Via,
  type Wait,
  type WaitReason,
} from './upload.ts';

/** `early`: too soon to count, or no response. `unconfirmed`: late enough, and not found. `open`: nothing is proven. */
type CheckResult = 'early' | 'unconfirmed' | 'open';

type ListedState = Pick<Transfer, 'phase' | 'status' | 'folderId'>;

export interface FoundFile {
  readonly title: string | null;
  readonly size: Bytes | null;
  readonly imageUrl?: string | null;
  readonly canPlay?: boolean | null;
  /** It couldn't be moved into the chosen folder and is in this one. */
  readonly strandedIn?: FolderRef;
  /** It couldn't be renamed. */
  readonly isUntitled?: boolean;
  /** Undefined or null if the service doesn't say. */
  readonly folderId?: string | null;
}

export type UploadAction = Readonly<
  // stored before the request leaves, with all it contains and the service's time
  | {
      type: 'send';
      source: 'link' | 'file';
      accountId: string;
      folderId: string;
      title?: string | null;
      baseline?: Baseline | null;
    }
  | { type: 'recordSent'; bytes: number }
  | { type: 'accept'; fileCode: string; claim: 'answer' | 'evidence' }
  | { type: 'refuse'; failure: FailureInfo }
  | { type: 'returnToQueue'; failure: FailureInfo; wait?: Wait } // certainly without effect
  | { type: 'defer'; reason: WaitReason; failure: FailureInfo } // refused for now, although the service may have taken it
  | { type: 'markUncertain'; cause: Uncertainty['cause']; failure: FailureInfo } // the service may have taken it
  | { type: 'scheduleCheck'; atMs: number | null; after: CheckResult } // null: no further check
  | { type: 'askUser'; nextCheckAtMs?: EpochMs } // nothing can be proven, so the user decides, unless the file appears
  | { type: 'requeue'; wait: Wait | null } // proven absent
  | { type: 'loseClaim' } // the service's response to another upload names the file that evidence assigned to this one
  | { type: 'sendAgain' } // decided by the user
  | { type: 'checkAgain' } // the user asked for it, or a listing shows the file
  | { type: 'backOff'; wait: Wait | null; failure: FailureInfo | null } // its folder can't be read. Null: it can again
  | { type: 'retry'; via?: Via | undefined } // the user asked for it
  | ({ type: 'reroute'; to: AccountFolder; order: number } & Omit<Reroute, 'atMs'>)
  | { type: 'recordFetched'; title: string; sizeBytes: number }
  | { type: 'follow'; site: string } // the user allows the redirect to this site
  | { type: 'leadTo'; host: string | undefined } // the fetch was redirected to this host. Undefined: it starts
  | { type: 'failFetch'; failure: FailureInfo; wait: Wait; attempts: number } // the fetch will be tried again
  | { type: 'setTitle'; title: string | null } // read from the page after the click
  | { type: 'setFolder'; folder: FolderRef } // the folder of its rule is gone
  | ({ type: 'choose' } & Choice)
  | { type: 'setOrder'; order: number }
  | { type: 'list'; listed: ListedState }
  | { type: 'unlist' }
  | { type: 'followFile' } // the service reports no transfers, so only its file can prove arrival
  | { type: 'confirmFile'; file: FoundFile }
  // no such file. `retryAtMs` null: this was the last search. `failure`: the search failed. `isPlacement`: the file is there, but its
  // folder or title couldn't be set
  | { type: 'recordMiss'; retryAtMs: EpochMs | null; failure?: FailureInfo; isPlacement?: true | undefined }
  // `error`: the host's word for a failure
  | { type: 'endEncoding'; canPlay: boolean | null; imageUrl: string | null; error: string | null }
  // asked of the service by the user. `to`: for `reroute`, instead of the fallbacks
  | { type: 'intend'; intent: Upload['intent']; to?: AccountFolder; isFailureHidden?: boolean }
  | { type: 'addDuplicate'; duplicate: Duplicate }
  | { type: 'removeDuplicate'; fileCode: string }
  | { type: 'noteFile'; folder?: FolderRef; title?: string }
  | { type: 'forgetFile' }
  | { type: 'archive' } // removed from the list, or deleted at the service, by the user
  | { type: 'remove' } // removed from the queue by the user
  | { type: 'cancel' } // stopped by the user while its bytes were being sent
>;

type ActionType = UploadAction['type'];
type Next = Readonly<Partial<Record<ActionType, UploadState | 'removed'>>>;

const duplicates = (state: UploadState): Next => ({ addDuplicate: state, removeDuplicate: state });

/** `list` leads to the state that the service reports. */
const transfer = (state: UploadState): Next => ({
  list: 'running',
  unlist: 'verifying',
  followFile: state,
  recordMiss: state,
  checkAgain: state,
  confirmFile: 'done', // some services go on listing finished transfers
  archive: 'archived',
  loseClaim: 'uncertain',
  choose: state,
  intend: state,
  ...duplicates(state),
});
export const transitions: Readonly<Record<UploadState, Next>> = {
  queued: {
    send: 'sending',
    refuse: 'refused', // its folder is gone, or couldn't be read for a day
    backOff: 'queued',
    retry: 'queued',
    reroute: 'queued',
    recordFetched: 'queued',
    failFetch: 'queued',
    follow: 'queued',
    leadTo: 'queued',
    setTitle: 'queued',
    setFolder: 'queued',
    choose: 'queued',
    setOrder: 'queued',
    remove: 'removed',
  },
  sending: {
    recordSent: 'sending',
    accept: 'accepted',
    refuse: 'refused',
    returnToQueue: 'queued',
    defer: 'deferred',
    markUncertain: 'uncertain',
    choose: 'sending',
    cancel: 'removed', // files only
  },
  deferred: {
    accept: 'accepted',
    requeue: 'queued',
    scheduleCheck: 'deferred',
    askUser: 'uncertain',
    retry: 'deferred',
    choose: 'deferred',
    setOrder: 'deferred',
    remove: 'removed',
  },
  uncertain: {
    accept: 'accepted',
    refuse: 'refused',
    requeue: 'queued',
    scheduleCheck: 'uncertain',
    askUser: 'uncertain',
    checkAgain: 'uncertain',
    sendAgain: 'queued',
    choose: 'uncertain',
    remove: 'removed',
  },
  refused: { retry: 'queued', reroute: 'queued', follow: 'refused', choose: 'refused', remove: 'removed' },
  accepted: transfer('accepted'),
  running: transfer('running'),
  // It stays failed until its absence is proven.
  failed: { ...transfer('failed'), unlist: 'failed' },
  // Files only: the service doesn't have all bytes.
  verifying: { ...transfer('verifying'), refuse: 'refused' },
  done: {
    ...duplicates('done'),
    archive: 'archived',
    noteFile: 'done',
    forgetFile: 'archived',
    loseClaim: 'uncertain',
    endEncoding: 'done',
  },
  // The file is searched for once more, even before it is sent again.
  vanished: {
    ...duplicates('vanished'),
    retry: 'verifying',
    checkAgain: 'verifying',
    choose: 'vanished',
    reroute: 'queued',
    archive: 'archived',
    list: 'running',
  },
  archived: { ...duplicates('archived'), list: 'running', noteFile: 'archived', forgetFile: 'archived' },
};

/** The request ended without a response, with the worker, the page or the user's undo. */
export const interruption = {
  type: 'markUncertain',
  cause: 'no-answer',
  failure: { code: 'aborted', msg: null },
} as const satisfies UploadAction;

export class IllegalTransitionError extends Error {
  override readonly name = 'IllegalTransitionError';
  constructor(state: UploadState, action: ActionType) {
    super(`An upload that is ${state} cannot take the action "${action}"`);
  }
}

export function isAllowed(state: UploadState, action: ActionType): boolean {
  return Object.hasOwn(transitions[state], action);
}

interface Transition {
  /** Null: removed. */
  readonly upload: Upload | null;
  /** To be stored in the same transaction. */
  readonly events: readonly NewEvent[];
}

/** @throws IllegalTransitionError */
export function applyTransition(upload: Upload, action: UploadAction, nowMs: EpochMs): Transition {
  const next = isAllowed(upload.state, action.type) ? transitions[upload.state][action.type] : undefined;
  if (next === undefined || isOutdated(upload, action))
    throw new IllegalTransitionError(upload.state, action.type);
  if (next === 'removed') {
    const isOpen = upload.state !== 'refused' && upload.state !== 'uncertain';
    const kind = upload.replacedBy ? 'replaced' : isOpen ? 'cancelled' : 'dismissed';
    return { upload: null, events: [createEvent(kind, upload, nowMs)] };
  }
  const changed = applyPendingChoice(upload, {
    ...upload,
    state: next,
    ...getChanges(upload, action, nowMs),
  });
  if (isSame(upload, changed)) return { upload, events: [] };
  const after = {
    ...changed,
    changedAtMs: nowMs,
    ...(changed.state !== upload.state && { isFailureHidden: undefined }),
  };
  const kind = getEventKind(upload, after, action);
  const { failure } = action.type === 'reroute' ? upload : after;
  const subject = { ...after, pageUrl: upload.pageUrl, failure };
  return { upload: after, events: kind === null ? [] : [createEvent(kind, subject, nowMs)] };
}

/** Applies to the next request what the user chose meanwhile. Not in another account, and a file is never sent under another name. */
function applyPendingChoice(before: Upload, after: Upload): Upload {
  const { pendingChoice, state, source, accountId } = after;
  if (pendingChoice === undefined || (state !== 'queued' && state !== 'refused')) return after;
  const folder = accountId === before.accountId ? pendingChoice.folder : undefined;
  const { title } = pendingChoice;
  const isRenamedLater = source === 'file' && title !== undefined;
  return {
    ...after,
    ...(folder && { folder, isFolderByRule: false }),
    ...(title !== undefined && !isRenamedLater && { title }),
    pendingChoice: isRenamedLater ? { title } : undefined,
  };
}

/** Whether the upload has changed although its state is the same. */
function isOutdated(upload: Upload, action: UploadAction): boolean {
  // Changed while the request was queued.
  if (action.type === 'send')
    return (
      action.accountId !== upload.accountId ||
      action.folderId !== upload.folder.id ||
      (action.title !== undefined && action.title !== upload.title) ||
      action.source !== upload.source
    );
  return action.type === 'reroute' && !mayReroute(upload, action.to.accountId);
}

function isSame(one: Upload, other: Upload): boolean {
  return (Object.keys(other) as (keyof Upload)[]).every((key) => one[key] === other[key]);
}

function getEventKind(before: Upload, after: Upload, { type }: UploadAction): EventKind | null {
  if (type === 'accept') return 'sent';
  if (type === 'askUser') return before.uncertainty?.isAsked ? null : 'uncertain';
  if (type === 'endEncoding') return 'encoded';
  if (type === 'reroute') return 'rerouted';
  if (type === 'archive') {
    if (isResent(before.intent)) return null;
    if (before.state !== 'failed' && before.intent !== 'dismiss') return null;
    return before.replacedBy ? 'replaced' : before.state === 'failed' ? 'dismissed' : 'deleted';
  }
  if (type === 'intend' && before.isFailureHidden && !after.isFailureHidden && after.state === 'failed')
    return 'failed';
  if (before.state === after.state) return null;
  // The user is deleting it.
  if (after.state === 'failed' && after.intent === 'dismiss') return null;
  // It was believed to be gone.
  if (before.state === 'archived' && after.state === 'failed') return null;
  // It had vanished before.
  if (after.state === 'vanished' && before.endedAtMs !== null) return null;
  return eventOfState[after.state];
}

/** Null: no event, or the action adds it. */
const eventOfState: Readonly<Record<UploadState, EventKind | null>> = {
  queued: null,
  sending: null,
  deferred: null,
  uncertain: null,
  refused: 'refused',
  accepted: null,
  running: null,
  failed: 'failed',
  verifying: null,
  done: 'done',
  vanished: 'failed',
  archived: null,
};

const maxFollowed = 10;

const settled = { wait: null, uncertainty: null, baseline: undefined } as const;

function getChanges(upload: Upload, action: UploadAction, nowMs: EpochMs): Partial<Upload> {
  switch (action.type) {
    case 'send':
      return {
        wait: null,
        sentAtMs: nowMs,
        baseline: action.baseline,
        sentBytes: null,
        attempts: upload.attempts + 1,
      };
    case 'recordSent':
      return { sentBytes: action.bytes };
    case 'accept': {
      const claimed = { ...settled, fileCode: action.fileCode, claim: action.claim, failure: null };
      // The service then has all bytes of a file, and there is no transfer to follow.
      return upload.source === 'file'
        ? { ...claimed, state: 'verifying', verification: createVerification(nowMs) }
        : claimed;
    }
    case 'refuse':
      return { ...settled, ...unclaimed, failure: action.failure };
    case 'returnToQueue':
      // Of a file with a wait, some bytes were sent, so it counts as an attempt.
      return action.wait
        ? { failure: action.failure, wait: action.wait }
        : { failure: action.failure, attempts: upload.attempts - 1 };
    case 'defer':
      return {
        failure: action.failure,
        wait: { reason: action.reason, untilMs: null },
        uncertainty: createUncertainty('turned-away', nowMs),
        attempts: upload.attempts - 1,
      };
    case 'markUncertain':
      return {
        failure: action.failure,
        uncertainty: createUncertainty(action.cause, nowMs),
      };
    case 'scheduleCheck':
      return { uncertainty: updateUncertainty(upload, action.atMs, action.after, nowMs) };
    case 'askUser':
      return {
        wait: null,
        uncertainty: {
          ...updateUncertainty(upload, action.nextCheckAtMs ?? null, 'open', nowMs),
          isAsked: true,
        },
      };
    case 'checkAgain':
      if (upload.state === 'vanished')
        return upload.fileCode === null ? { state: 'vanished' } : { verification: createVerification(nowMs) };
      if (upload.state !== 'uncertain')
        return { verification: upload.verification && { ...upload.verification, nextAtMs: nowMs } };
      return { uncertainty: { ...updateUncertainty(upload, nowMs, 'early', nowMs), checks: 0 } };
    case 'requeue':
      return { ...settled, wait: action.wait };
    case 'backOff':
      return { wait: action.wait, failure: action.failure };
    case 'loseClaim':
      return { ...unclaimed, uncertainty: createUncertainty('no-answer', nowMs) };
    case 'sendAgain':
      return settled;
    case 'retry':
      // It may have arrived, so search for evidence first.
      if (upload.state === 'deferred')
        return { uncertainty: updateUncertainty(upload, nowMs, 'early', nowMs) };
      if (upload.state === 'vanished') {
        const intent = action.via === 'browser' ? 'fetch' : 'retry';
        return upload.fileCode === null
          ? { ...unclaimed, ...toSource(action.via), failure: null, state: 'queued' }
          : { intent, verification: createVerification(nowMs) };
      }
      // The service has nothing of a failed file, so it gets all its attempts again.
      return {
        ...settled,
        failure: null,
        ...(upload.source === 'file' && { attempts: 0 }),
        ...toSource(action.via),
      };
    case 'reroute': {
      const { to, order, reason, msg } = action;
      const former = [...upload.formerAccountIds, upload.accountId].filter((id) => id !== to.accountId);
      return {
        ...settled,
        ...unclaimed,
        accountId: to.accountId,
        folder: to.folder,
        order,
        // Nobody chose a fallback's folder for this link.
        isFolderByRule: reason !== 'user',
        attempts: 0,
        failure: null,
        sentAtMs: null,
        sentBytes: null,
        formerAccountIds: [...new Set(former)],
        reroute: { reason, msg, atMs: nowMs },
        // An account that the user chose has no fallbacks, and no account gets an upload twice.
        fallbacks:
          reason === 'user'
            ? []
            : upload.fallbacks.filter(({ accountId }) => ![...former, to.accountId].includes(accountId)),
      };
    }
    case 'recordFetched':
      return { title: action.title, sizeBytes: action.sizeBytes, attempts: 0, failure: null };
    case 'follow':
      return { followed: [...new Set([...(upload.followed ?? []), action.site])].slice(-maxFollowed) };
    case 'leadTo':
      return { fetchedFrom: action.host };
    case 'failFetch':
      return { failure: action.failure, wait: action.wait, attempts: action.attempts };
    case 'setTitle':
      return {
        title: action.title ?? upload.title,
        wait: upload.wait?.reason === 'title' ? null : upload.wait,
      };
    case 'setFolder':
      return { folder: action.folder };
    case 'choose':
      return { pendingChoice: createPendingChoice(upload, action) };
    case 'setOrder':
      return { order: action.order };
    case 'list':
      return updateFromList(upload, action.listed);
    case 'unlist':
      return upload.verification !== null && !isUnreported(upload)
        ? {}
        : {
            verification: {
              ...createVerification(nowMs),
              ...(upload.state === 'running' && { wasListed: true }),
            },
            unknownStatus: null,
          };
    case 'followFile':
      // One absence proves nothing.
      if (upload.state === 'failed') return { verification: null };
      return isUnreported(upload)
        ? {}
        : { verification: { ...createVerification(nowMs), unreportedSinceMs: nowMs } };
    case 'confirmFile': {
      const { title, size, imageUrl = null, canPlay = null, strandedIn, isUntitled } = action.file;
      return {
        pendingChoice: undefined,
        pageUrl: undefined,
        followed: undefined,
        verification: null,
        intent: null,
        unknownStatus: null,
        failure: null,
        order: -nowMs,
        endedAtMs: nowMs,
        arrivedAtMs: nowMs,
        ...(isUntitled && { failure: { code: 'not-renamed', msg: null } }),
        folder: upload.pendingChoice?.folder ?? upload.folder,
        ...(strandedIn && { folder: strandedIn, failure: { code: 'not-moved', msg: null } }),
        title: title ?? upload.pendingChoice?.title ?? upload.title,
        sizeBytes: size ?? upload.sizeBytes,
        imageUrl,
        canPlay,
      };
    }
    case 'endEncoding': {
      const other = upload.failure?.code === 'encoding-failed' ? null : upload.failure;
      return {
        canPlay: action.canPlay ?? upload.canPlay,
        imageUrl: action.imageUrl ?? upload.imageUrl,
        failure: action.error === null ? other : { code: 'encoding-failed', msg: action.error },
      };
    }
    case 'recordMiss':
      return updateAfterMiss(upload, action, nowMs);
    case 'intend':
      return {
        intent: action.intent,
        isFailureHidden:
          action.intent === null ? undefined : (action.isFailureHidden ?? upload.isFailureHidden),
        ...(action.to && { fallbacks: [action.to] }),
      };
    case 'addDuplicate': {
      const others = upload.duplicates.filter(({ fileCode }) => fileCode !== action.duplicate.fileCode);
      const known = upload.duplicates.find(({ fileCode }) => fileCode === action.duplicate.fileCode);
      return known?.isTransfer === action.duplicate.isTransfer
        ? {}
        : { duplicates: [...others, action.duplicate] };
    }
    case 'removeDuplicate':
      return { duplicates: upload.duplicates.filter(({ fileCode }) => fileCode !== action.fileCode) };
    case 'noteFile': {
      const { folder = upload.folder, title = upload.title } = action;
      const isMoved = folder.id !== upload.folder.id;
      const code = upload.failure?.code;
      const isMended =
        (code === 'not-moved' && isMoved) || (code === 'not-renamed' && title !== upload.title);
      return {
        folder: isMoved ? folder : upload.folder,
        title,
        failure: isMended ? null : upload.failure,
      };
    }
    case 'forgetFile':
      return { arrivedAtMs: null };
    case 'archive':
      return {
        pageUrl: undefined,
        followed: undefined,
        verification: null,
        intent: null,
        order: -nowMs,
        endedAtMs: upload.endedAtMs ?? nowMs,
      };
    case 'remove':
    case 'cancel':
      return {};
  }
}

/** Undefined if the choice equals what was sent. An existing file may already have an earlier choice, so the original is applied again. */
function createPendingChoice(upload: Upload, choice: Choice): Choice | undefined {
  const before = upload.fileCode === null ? undefined : upload.pendingChoice;
  const { folder = upload.pendingChoice?.folder, title = upload.pendingChoice?.title } = choice;
  const hasFolder = folder !== undefined && (before?.folder !== undefined || folder.id !== upload.folder.id);
  const hasTitle = title !== undefined && (before?.title !== undefined || title !== upload.title);
  if (!hasFolder && !hasTitle) return undefined;
  return { ...(hasFolder && { folder }), ...(hasTitle && { title }) };
}

const unclaimed = {
  intent: null,
  fileCode: null,
  claim: null,
  unknownStatus: null,
  verification: null,
  endedAtMs: null,
  arrivedAtMs: null,
} as const;

function toSource(via: Via | undefined): Partial<Upload> {
  if (via === undefined) return {};
  const isHere = via === 'browser';
  return {
    source: isHere ? 'file' : 'link',
    via: isHere ? 'browser' : undefined,
    attempts: 0,
    failure: null,
    fetchedFrom: undefined,
    sizeBytes: null,
    sentBytes: null,
  };
}

const createVerification = (nowMs: EpochMs): Verification => ({ misses: 0, nextAtMs: nowMs });

function createUncertainty(cause: Uncertainty['cause'], nowMs: EpochMs): Uncertainty {
  return { cause, sinceMs: nowMs, unconfirmedAtMs: null, checks: 0, nextCheckAtMs: nowMs };
}

function updateUncertainty(
  upload: Upload,
  nextCheckAtMs: EpochMs | null,
  after: CheckResult,
  nowMs: EpochMs,
): Uncertainty {
  const uncertainty = upload.uncertainty ?? createUncertainty('no-answer', nowMs);
  return {
    ...uncertainty,
    unconfirmedAtMs:
      after === 'unconfirmed' ? (uncertainty.unconfirmedAtMs ?? nowMs) : uncertainty.unconfirmedAtMs,
    checks: uncertainty.checks + (after === 'open' ? 1 : 0),
    nextCheckAtMs,
  };
}

export const stateByPhase = {
  pending: 'accepted',
  working: 'running',
  unknown: 'running',
  error: 'failed',
} as const;

const isPlaced = (verification: Verification | null): boolean =>
  verification?.placements !== undefined && verification.misses === 0;

function updateFromList(upload: Upload, { phase, status, folderId }: ListedState): Partial<Upload> {
  const isFailed = phase === 'error';
  // Stays archived, unless its failed transfer becomes active again.
  const wasAbsent = upload.verification !== null;
  const isBack = wasAbsent || (upload.failure?.code === 'transfer-failed' && !isFailed);
  if (upload.state === 'archived' && !isBack) return { state: 'archived' };
  const isElsewhere = folderId !== null && folderId !== upload.folder.id;
  const failure = isFailed ? toTransferFailure(status) : null;
  return {
    state: stateByPhase[phase],
    // A finished transfer may stay listed while its file still needs a title.
    verification: isFailed || !isPlaced(upload.verification) ? null : upload.verification,
    endedAtMs: null,
    unknownStatus: phase === 'unknown' ? status : null,
    failure:
      upload.failure?.code === failure?.code && upload.failure?.msg === failure?.msg
        ? upload.failure
        : failure,
    // We don't know the name of a folder that the service chose.
    ...(isElsewhere && { folder: { id: folderId, name: '' } }),
    ...(folderId === rootId &&
      hasChosenFolder(upload) && { pendingChoice: { folder: upload.folder, ...upload.pendingChoice } }),
  };
}

const bareFailures = new Set(['', 'err', 'error', 'fail', 'failed', 'failure']);

/** A bare "error" or "failed" says nothing. */
export const toTransferFailure = (status: string): FailureInfo => ({
  code: 'transfer-failed',
  msg: bareFailures.has(status.trim().toLowerCase()) ? null : status,
});

function updateAfterMiss(
  upload: Upload,
  { retryAtMs, failure, isPlacement }: Extract<UploadAction, { type: 'recordMiss' }>,
  nowMs: EpochMs,
): Partial<Upload> {
  const before = upload.verification ?? createVerification(nowMs);
  const { misses, placements = 0, unreportedSinceMs } = before;
  const verification = {
    ...before,
    ...(isPlacement ? { placements: placements + 1 } : { misses: misses + 1 }),
    nextAtMs: retryAtMs ?? nowMs,
  };
  if (retryAtMs !== null) return { verification };
  // It is gone from the service, so it can be sent again.
  if (isResent(upload.intent) && upload.intent !== 'reroute' && failure === undefined) {
    const via = upload.intent === 'fetch' ? 'browser' : undefined;
    return { ...settled, ...unclaimed, ...toSource(via), state: 'queued' };
  }
  const ended = { intent: null, order: -nowMs, endedAtMs: nowMs };
  // Cleared outside Linkhaul. It returns if it is listed again.
  if (upload.state === 'failed') return { ...ended, state: 'archived', verification };
  const reason =
    unreportedSinceMs === undefined ? upload.failure : ({ code: 'never-shown', msg: null } as const);
  return { ...ended, state: 'vanished', verification: null, failure: failure ?? reason };
}
