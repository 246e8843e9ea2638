import { describe, expect, test } from 'vitest';
import {
  applyTransition,
  IllegalTransitionError,
  isAllowed,
  transitions,
  type UploadAction,
} from '../../../lib/uploads/transitions.ts';
import type { Upload, UploadState } from '../../../lib/uploads/upload.ts';
import { accountId, sampleUncertainty, sampleUpload } from './samples.ts';

const failure = { code: 'network', msg: 'no answer' } as const;
const actions: Readonly<Record<UploadAction['type'], UploadAction>> = {
  recordSent: { type: 'recordSent', bytes: 5 },
  send: { type: 'send', source: 'link', accountId, folderId: '0' },
  accept: { type: 'accept', fileCode: 'code', claim: 'answer' },
  refuse: { type: 'refuse', failure },
  returnToQueue: { type: 'returnToQueue', failure },
  defer: { type: 'defer', reason: 'rate-limited', failure },
  markUncertain: { type: 'markUncertain', cause: 'no-answer', failure },
  scheduleCheck: { type: 'scheduleCheck', atMs: 9_000, after: 'open' },
  askUser: { type: 'askUser' },
  requeue: { type: 'requeue', wait: { reason: 'network', untilMs: 7_000 } },
  loseClaim: { type: 'loseClaim' },
  sendAgain: { type: 'sendAgain' },
  checkAgain: { type: 'checkAgain' },
  backOff: { type: 'backOff', wait: { reason: 'service', untilMs: 7_000 }, failure },
  retry: { type: 'retry' },
  reroute: {
    type: 'reroute',
    to: { accountId: 'other', folder: { id: '9', name: 'Backup' } },
    order: 8,
    reason: 'full',
    msg: 'Full',
  },
  recordFetched: { type: 'recordFetched', title: 'film.mp4', sizeBytes: 7 },
  failFetch: { type: 'failFetch', failure, wait: { reason: 'source', untilMs: 7_000 }, attempts: 2 },
  follow: { type: 'follow', site: 'https://cdn.example' },
  leadTo: { type: 'leadTo', host: 'cdn.example' },
  setTitle: { type: 'setTitle', title: 'Title' },
  setFolder: { type: 'setFolder', folder: { id: '7', name: 'Films' } },
  choose: { type: 'choose', folder: { id: '7', name: 'Films' }, title: 'Chosen' },
  setOrder: { type: 'setOrder', order: 3.5 },
  list: { type: 'list', listed: { phase: 'working', status: 'working', folderId: null } },
  unlist: { type: 'unlist' },
  followFile: { type: 'followFile' },
  confirmFile: { type: 'confirmFile', file: { title: 'found', size: 1_234 } },
  recordMiss: { type: 'recordMiss', retryAtMs: 8_000 },
  endEncoding: { type: 'endEncoding', canPlay: true, imageUrl: null, error: 'ERROR' },
  intend: { type: 'intend', intent: 'dismiss' },
  addDuplicate: { type: 'addDuplicate', duplicate: { fileCode: 'duplicate', isTransfer: true } },
  removeDuplicate: { type: 'removeDuplicate', fileCode: 'old duplicate' },
  noteFile: { type: 'noteFile', folder: { id: '7', name: 'Films' }, title: 'Renamed' },
  forgetFile: { type: 'forgetFile' },
  archive: { type: 'archive' },
  remove: { type: 'remove' },
  cancel: { type: 'cancel' },
};
const sampleEnd = { type: 'endEncoding', canPlay: null, imageUrl: null, error: null } as const;
const states = Object.keys(transitions) as readonly UploadState[];
const nowMs = 5_000;

const uncertainty = sampleUncertainty({ sinceMs: 4_000, checks: 1, nextCheckAtMs: 4_500 });
const isIn = (state: UploadState, ...some: readonly UploadState[]) => some.includes(state);

/** A plausible upload in each state. */
function uploadIn(state: UploadState): Upload {
  const isClaimed = isIn(state, 'accepted', 'running', 'failed', 'verifying', 'done', 'vanished', 'archived');
  const isEnded = isIn(state, 'done', 'vanished', 'archived');
  return sampleUpload({
    state,
    attempts: state === 'queued' ? 0 : 1,
    sentAtMs: state === 'queued' ? null : 3_000,
    wait: isIn(state, 'queued', 'deferred') ? { reason: 'network', untilMs: 9_000 } : null,
    uncertainty: isIn(state, 'deferred', 'uncertain') ? uncertainty : null,
    failure: isIn(state, 'failed') ? { code: 'transfer-failed', msg: null } : null,
    ...(isClaimed && { fileCode: 'code', claim: 'answer' }),
    verification: state === 'verifying' ? { misses: 0, nextAtMs: 4_500 } : null,
    duplicates: isClaimed ? [{ fileCode: 'old duplicate', isTransfer: false }] : [],
    endedAtMs: isEnded ? 4_000 : null,
    arrivedAtMs: isIn(state, 'done', 'archived') ? 4_000 : null,
  });
}

const pairs = states.flatMap((state) =>
  Object.values(actions).map((action) => [state, action.type] as const),
);

/** Events that follow from the action, whatever the new state is. */
const eventOfAction = {
  accept: 'sent',
  askUser: 'uncertain',
  reroute: 'rerouted',
  endEncoding: 'encoded',
} as const;
/** Uploads that the user dismisses after a failure. */
const dismissals = ['uncertain remove', 'refused remove', 'failed archive'];
/** Events that follow from the new state. */
const eventOfState: Readonly<Partial<Record<UploadState | 'removed', string>>> = {
  refused: 'refused',
  done: 'done',
  failed: 'failed',
  vanished: 'failed',
  removed: 'cancelled',
};

describe('an allowed action leads to the state in the table, with its event', () => {
  test.each(pairs.filter(([state, type]) => isAllowed(state, type)))('%s, %s', (state, type) => {
    const duplicates = type === 'reroute' ? { duplicates: [] } : {};
    const before = Object.freeze({ ...uploadIn(state), ...duplicates });
    const { upload, events } = applyTransition(before, actions[type], nowMs);
    // A dismissed upload stays dismissed, unless it had failed and moves again. That case is tested below.
    const expected = state === 'archived' && type === 'list' ? 'archived' : transitions[state][type];
    const kind = dismissals.includes(`${state} ${type}`)
      ? 'dismissed'
      : Object.hasOwn(eventOfAction, type)
        ? eventOfAction[type as keyof typeof eventOfAction]
        : expected === state
          ? undefined
          : eventOfState[expected ?? state];
    expect(events.map((event) => event.kind)).toEqual(kind === undefined ? [] : [kind]);
    for (const event of events)
      expect(event).toMatchObject({
        uploadId: before.id,
        accountId: type === 'reroute' ? 'other' : 'account',
        url: before.url,
        atMs: nowMs,
      });
    if (expected === 'removed') return expect(upload).toBeNull();
    if (upload === before) return expect(expected, 'what changes nothing is the same record').toBe(state);
    expect(upload).toMatchObject({ state: expected, changedAtMs: nowMs, id: before.id, url: before.url });
    // Fields that belong to one state must not remain in another.
    expect(upload?.uncertainty !== null).toBe(expected === 'uncertain' || expected === 'deferred');
    const isMissing = expected === 'failed' && (type === 'unlist' || type === 'recordMiss');
    const isFollowed = isIn(expected ?? state, 'accepted', 'running') && /followFile|recordMiss/.test(type);
    expect(upload?.verification !== null).toBe(expected === 'verifying' || isMissing || isFollowed);
    if (expected !== 'queued' && expected !== 'deferred') expect(upload?.wait).toBeNull();
    if (expected === 'deferred') expect(upload?.wait, 'says why it waits').not.toBeNull();
    const isUnclaimed = isIn(expected ?? state, 'queued', 'sending', 'deferred', 'uncertain', 'refused');
    expect(upload?.fileCode).toBe(isUnclaimed ? null : 'code');
  });
});

describe('each other action is refused and changes nothing', () => {
  test.each(pairs.filter(([state, type]) => !isAllowed(state, type)))('%s, %s', (state, type) => {
    expect(() => applyTransition(Object.freeze(uploadIn(state)), actions[type], nowMs)).toThrow(
      IllegalTransitionError,
    );
  });
});

const list = (changes: Partial<(UploadAction & { type: 'list' })['listed']>): UploadAction => ({
  type: 'list',
  listed: { phase: 'working', status: 'working', folderId: null, ...changes },
});

/** The upload after some actions, one per second. */
function applied(upload: Upload, ...list: readonly UploadAction[]): Upload {
  return list.reduce((current, action, at) => {
    const next = applyTransition(current, action, nowMs + at * 1_000).upload;
    if (next === null) throw new Error('removed');
    return next;
  }, upload);
}

test('only queued uploads are sent, and none that is being sent is removed or queued again', () => {
  expect(states.filter((state) => isAllowed(state, 'send'))).toEqual(['queued']);
  for (const type of ['remove', 'retry', 'requeue', 'sendAgain', 'setFolder', 'archive'] as const)
    expect(isAllowed('sending', type)).toBe(false);
});

test('sending increments the attempts and sets the time; an upload that is queued again or turned away does not count', () => {
  const sending = applied(sampleUpload({ attempts: 2 }), actions.send);
  expect(sending).toMatchObject({ attempts: 3, sentAtMs: nowMs });
  expect(applied(sending, actions.returnToQueue)).toMatchObject({ attempts: 2, failure, wait: null });
  expect(applied(sending, actions.defer)).toMatchObject({
    attempts: 2,
    failure,
    wait: { reason: 'rate-limited', untilMs: null },
    uncertainty: { cause: 'turned-away', sinceMs: nowMs, nextCheckAtMs: nowMs },
  });
  expect(applied(sending, actions.markUncertain)).toMatchObject({ attempts: 3 });
});

test('a link is sent into the folder and with the title of its request, or not at all', () => {
  const upload = sampleUpload({ folder: { id: '7', name: 'Films' } });
  expect(() => applyTransition(upload, actions.send, nowMs)).toThrow(IllegalTransitionError);
  const send = { type: 'send', source: 'link', accountId, folderId: '7' } as const;
  expect(applied(upload, send).state).toBe('sending');
  expect(() => applyTransition(upload, { ...send, title: 'Before' }, nowMs)).toThrow(IllegalTransitionError);
  const elsewhere = { ...upload, accountId: 'other' };
  expect(() => applyTransition(elsewhere, send, nowMs), 'it is another account’s by now').toThrow(
    IllegalTransitionError,
  );
});

describe('another account gets a link', () => {
  const backup = { accountId: 'backup', folder: { id: '9', name: 'Backup' } };
  const third = { accountId: 'third', folder: { id: '0', name: '' } };
  const reroute = (to = backup, reason: 'full' | 'user' = 'full') =>
    ({ type: 'reroute', to, order: 8, reason, msg: 'No room' }) as const;
  const link = sampleUpload({
    ...{ title: 'Title', pageUrl: 'https://page.example/', batch: { id: 'b', size: 2 }, linkId: 'l' },
    ...{ private: true, attempts: 2, sentAtMs: 3, failure, fallbacks: [backup, third] },
    isFolderByRule: true,
  });

  test('as the same upload: title, page, batch, copies and privacy stay, and account data is dropped', () => {
    const vanished = { ...uploadIn('vanished'), duplicates: [], fallbacks: [backup] };
    expect(applied(vanished, reroute())).toMatchObject({ fileCode: null, claim: null, endedAtMs: null });
    const { upload, events } = applyTransition(link, reroute(), nowMs);
    const { wait, changedAtMs, createdAtMs, ...rest } = link;
    expect(upload).toEqual({
      ...rest,
      ...backup,
      createdAtMs,
      changedAtMs: nowMs,
      wait: null,
      order: 8,
      isFolderByRule: true,
      attempts: 0,
      failure: null,
      sentAtMs: null,
      formerAccountIds: [accountId],
      reroute: { reason: 'full', msg: 'No room', atMs: nowMs },
      fallbacks: [third],
    });
    expect(events).toMatchObject([{ kind: 'rerouted', accountId: 'backup', folderId: '9', code: 'network' }]);
  });

  test('each of the fallbacks once; a choice by the user has none', () => {
    const first = applied(link, reroute());
    const second = applied({ ...first, fallbacks: [third, backup] }, reroute(third));
    expect(second).toMatchObject({ formerAccountIds: [accountId, 'backup'], fallbacks: [] });
    const back = applied(second, reroute({ ...third, accountId }, 'user'));
    expect(back).toMatchObject({ accountId, formerAccountIds: ['backup', 'third'], fallbacks: [] });
    expect(applied(link, reroute(backup, 'user'))).toMatchObject({ fallbacks: [], isFolderByRule: false });
  });

  test.each<[string, Partial<Upload>]>([
    ['to its own account', { accountId: 'backup' }],
    ['of a file of the user’s', { url: '', source: 'file' }],
    ['that was not sent by Linkhaul', { source: 'external' }],
    ['with a duplicate in the account', { duplicates: [{ fileCode: 'duplicate', isTransfer: false }] }],
  ])('never one %s', (_, changes) => {
    const upload = { ...link, ...changes };
    expect(() => applyTransition(upload, reroute(), nowMs)).toThrow(IllegalTransitionError);
  });

  test('only from states in which it certainly isn’t in the account', () => {
    expect(states.filter((state) => isAllowed(state, 'reroute'))).toEqual(['queued', 'refused', 'vanished']);
  });

  test('after its failed transfer was deleted, even one that the service restarts and loses', () => {
    const failed = { ...uploadIn('failed'), fallbacks: [third] };
    const intend = { type: 'intend', intent: 'reroute', to: backup } as const;
    const intended = applied(failed, intend);
    expect(intended).toMatchObject({ state: 'failed', intent: 'reroute', fallbacks: [backup] });
    const lost = applied(intended, list({}), actions.unlist, { type: 'recordMiss', retryAtMs: null });
    expect(lost).toMatchObject({ state: 'vanished', fallbacks: [backup] });
  });
});

test('a turned-away upload is checked, not sent, when the user retries', () => {
  expect(applied(uploadIn('deferred'), actions.retry).uncertainty).toMatchObject({
    nextCheckAtMs: nowMs,
    unconfirmedAtMs: null,
    checks: 1,
  });
});

test('a retry checks an uncertain upload immediately; a check without a decision counts, an early one doesn’t', () => {
  const uncertain = applied(uploadIn('sending'), actions.markUncertain);
  expect(uncertain.uncertainty).toEqual({
    cause: 'no-answer',
    sinceMs: nowMs,
    unconfirmedAtMs: null,
    checks: 0,
    nextCheckAtMs: nowMs,
  });
  const early = applied(uncertain, { type: 'scheduleCheck', atMs: 20_000, after: 'early' });
  expect(early.uncertainty).toMatchObject({ checks: 0, nextCheckAtMs: 20_000, sinceMs: nowMs });
  const check = { type: 'scheduleCheck', atMs: 30_000, after: 'unconfirmed' } as const;
  const unconfirmed = applyTransition(early, check, 25_000).upload;
  expect(unconfirmed?.uncertainty).toMatchObject({ checks: 0, unconfirmedAtMs: 25_000 });
  const late = applied(early, actions.scheduleCheck);
  expect(late.uncertainty).toMatchObject({ checks: 1, nextCheckAtMs: 9_000 });
  const given = applied(late, actions.askUser);
  expect(given.uncertainty).toMatchObject({ nextCheckAtMs: null });
  expect(applyTransition(given, actions.checkAgain, 50_000).upload?.uncertainty).toMatchObject({
    checks: 0,
    nextCheckAtMs: 50_000,
  });
});

test('a title that was read from the page ends the wait for it, and no other wait', () => {
  const title = sampleUpload({ wait: { reason: 'title', untilMs: 9_000 } });
  expect(applied(title, actions.setTitle)).toMatchObject({ title: 'Title', wait: null });
  expect(applied(title, { type: 'setTitle', title: null })).toMatchObject({ title: null, wait: null });
  expect(applied(uploadIn('queued'), actions.setTitle)).toMatchObject({ wait: { reason: 'network' } });
});

describe('the listed transfer', () => {
  const error = list({ phase: 'error', status: 'error' });

  test.each([
    ['pending', 'accepted'],
    ['working', 'running'],
    ['unknown', 'running'],
    ['error', 'failed'],
  ] as const)('%s: %s', (phase, state) => {
    expect(applied(uploadIn('verifying'), list({ phase }))).toMatchObject({ state, verification: null });
  });

  test('an unknown status is kept as long as the service reports it', () => {
    const unknown = applied(uploadIn('running'), list({ phase: 'unknown', status: 'Converting…' }));
    expect(unknown.unknownStatus).toBe('Converting…');
    expect(applied(unknown, list({})).unknownStatus).toBeNull();
    expect(applied(unknown, actions.unlist).unknownStatus).toBeNull();
  });

  test('has one event for an error, and another after a restart; its message is kept', () => {
    const failed = applyTransition(uploadIn('running'), error, nowMs);
    expect(failed.events).toMatchObject([{ kind: 'failed', code: 'transfer-failed', msg: null }]);
    const again = failed.upload && applyTransition(failed.upload, error, nowMs + 1);
    expect(again).toEqual({ upload: failed.upload, events: [] });
    const moving = failed.upload && applied(failed.upload, list({}));
    expect(moving).toMatchObject({ state: 'running', failure: null });
    expect(moving && applyTransition(moving, error, nowMs).events).toHaveLength(1);
    const words = applied(uploadIn('running'), list({ phase: 'error', status: 'Source is gone' }));
    expect(words.failure).toEqual({ code: 'transfer-failed', msg: 'Source is gone' });
  });

  test('has no event for an error if the user is deleting it', () => {
    const deleted = { ...uploadIn('running'), intent: 'dismiss' as const };
    const { upload, events } = applyTransition(deleted, list({ phase: 'error', status: 'Cancelled' }), nowMs);
    expect(upload).toMatchObject({ state: 'failed', intent: 'dismiss', failure: { msg: 'Cancelled' } });
    expect(events).toEqual([]);
  });

  test('has its failure reported when no fallback is tried any more, unless it continues or the user acts', () => {
    const hidden = applied(uploadIn('failed'), {
      type: 'intend',
      intent: 'reroute',
      isFailureHidden: true,
    });
    const given = (intent: 'retry' | null) => applyTransition(hidden, { type: 'intend', intent }, nowMs);
    expect(given(null)).toMatchObject({ upload: { state: 'failed' }, events: [{ kind: 'failed' }] });
    expect(given(null).upload?.isFailureHidden).toBeUndefined();
    const retried = given('retry');
    expect(retried).toMatchObject({ upload: { isFailureHidden: true }, events: [] });
    const over = retried.upload && applyTransition(retried.upload, { type: 'intend', intent: null }, nowMs);
    expect(over?.events).toMatchObject([{ kind: 'failed' }]);
    const moving = applied(hidden, list({}));
    expect([moving.state, moving.isFailureHidden]).toEqual(['running', undefined]);
  });

  test('the service’s folder replaces the stored one, and the name is kept if it is the same folder', () => {
    const folder = { id: '5', name: 'Films' };
    const running = { ...uploadIn('running'), folder };
    expect(applied(running, list({ folderId: '5' })).folder).toBe(folder);
    expect(applied(running, list({ folderId: null })).folder).toBe(folder);
    expect(applied(running, list({ folderId: '0' })).folder).toEqual({ id: '0', name: '' });
  });
});

describe('a transfer that is no longer listed', () => {
  test('is verified, and done only with its file', () => {
    const verifying = applied(uploadIn('running'), actions.unlist);
    expect(verifying.verification).toEqual({ misses: 0, nextAtMs: nowMs, wasListed: true });
    const done = applyTransition(verifying, actions.confirmFile, 7_000);
    expect(done.upload).toMatchObject({
      state: 'done',
      title: 'found',
      sizeBytes: 1_234,
      endedAtMs: 7_000,
      arrivedAtMs: 7_000,
      order: -7_000,
    });
    expect(done.events).toMatchObject([{ kind: 'done', title: 'found', fileCode: 'code' }]);
    const archive: UploadAction = { type: 'confirmFile', file: { title: 'a.zip', size: 1, canPlay: false } };
    const arrived = applyTransition(verifying, archive, 7_000);
    expect(arrived).toMatchObject({ upload: { canPlay: false }, events: [{ kind: 'done', canPlay: false }] });
    const unnamed: UploadAction = { type: 'confirmFile', file: { title: null, size: null } };
    const named = applied({ ...verifying, title: 'Mine' }, unnamed);
    expect(named).toMatchObject({ title: 'Mine', sizeBytes: null });
  });

  test('is searched for again after each miss, and vanishes after the last', () => {
    const once = applied(uploadIn('verifying'), actions.recordMiss);
    expect(once.verification).toEqual({ misses: 1, nextAtMs: 8_000 });
    const vanished = applyTransition(once, { type: 'recordMiss', retryAtMs: null }, 9_000);
    expect(vanished).toMatchObject({
      upload: { state: 'vanished', endedAtMs: 9_000 },
      events: [{ kind: 'failed' }],
    });
  });

  test.each([
    ['Try again', actions.retry, { source: 'link' }],
    ['Upload through this browser', { type: 'retry', via: 'browser' }, { source: 'file', via: 'browser' }],
  ] as const)(
    'is searched for once more before it is sent after “%s”, if it had vanished',
    (_, retry, source) => {
      const looked = applied(uploadIn('vanished'), retry);
      expect(looked).toMatchObject({ state: 'verifying', fileCode: 'code' });
      expect(applied(looked, actions.confirmFile)).toMatchObject({ state: 'done', intent: null });
      const last: UploadAction = { type: 'recordMiss', retryAtMs: null };
      expect(applied(looked, last)).toMatchObject({
        ...source,
        state: 'queued',
        intent: null,
        fileCode: null,
        claim: null,
        endedAtMs: null,
      });
      // If the service can't be asked, the file may exist.
      expect(applied(looked, { ...last, failure })).toMatchObject({ state: 'vanished', intent: null });
      const released = { ...uploadIn('vanished'), fileCode: null };
      expect(applied(released, retry)).toMatchObject({ ...source, state: 'queued' });
      expect(applied(released, actions.checkAgain)).toBe(released);
    },
  );

  test('is checked again after it has vanished: it is done with its file, otherwise unchanged, without an event', () => {
    const vanished = { ...uploadIn('vanished'), failure: { code: 'never-shown', msg: null } as const };
    const checking = applied(vanished, actions.checkAgain);
    expect(checking).toMatchObject({ state: 'verifying', verification: { misses: 0, nextAtMs: nowMs } });
    const gone = applyTransition(checking, { type: 'recordMiss', retryAtMs: null }, 9_000);
    expect(gone).toMatchObject({
      upload: { state: 'vanished', failure: { code: 'never-shown' }, verification: null },
      events: [],
    });
    const found = applyTransition(checking, actions.confirmFile, 9_000);
    expect(found).toMatchObject({ upload: { state: 'done', failure: null }, events: [{ kind: 'done' }] });
  });

  test.each(['accepted', 'running', 'verifying'] as const)('is followed by its file while %s', (state) => {
    const followed = applied(uploadIn(state), actions.followFile);
    expect(followed).toMatchObject({
      state,
      verification: { misses: 0, nextAtMs: nowMs, unreportedSinceMs: nowMs },
    });
    expect(applied(followed, actions.followFile)).toBe(followed);
    const missed = applied(followed, actions.recordMiss);
    expect(missed.verification).toEqual({ misses: 1, nextAtMs: 8_000, unreportedSinceMs: nowMs });
    const lost = applyTransition(missed, { type: 'recordMiss', retryAtMs: null }, 9_000);
    expect(lost).toMatchObject({
      upload: { state: 'vanished', failure: { code: 'never-shown', msg: null } },
      events: [{ kind: 'failed', code: 'never-shown' }],
    });
    expect(applied(missed, list({}))).toMatchObject({ state: 'running', verification: null });
    const unlisted = applied(missed, actions.unlist);
    expect(unlisted.verification).toEqual({
      misses: 0,
      nextAtMs: nowMs,
      ...(state === 'running' && { wasListed: true }),
    });
    expect(applied(missed, actions.checkAgain).verification?.nextAtMs).toBe(nowMs);
  });

  test('had failed: archived without an event after the last miss, unless its file exists, and back when listed', () => {
    const missing = applied(uploadIn('failed'), actions.unlist);
    expect(missing).toMatchObject({ state: 'failed', verification: { misses: 0, nextAtMs: nowMs } });
    expect(applied(missing, list({ phase: 'error' })).verification).toBeNull();
    expect(applied(missing, actions.confirmFile)).toMatchObject({ state: 'done', failure: null });
    const once = applied(missing, actions.recordMiss);
    expect(once).toMatchObject({ state: 'failed', verification: { misses: 1 } });
    const cleared = applyTransition(once, { type: 'recordMiss', retryAtMs: null }, nowMs);
    expect(cleared).toMatchObject({ upload: { state: 'archived' }, events: [] });
    const back = cleared.upload && applyTransition(cleared.upload, list({ phase: 'error' }), nowMs);
    expect(back).toMatchObject({ upload: { state: 'failed', verification: null }, events: [] });
    // What the user dismissed stays dismissed.
    const byUser = applied(uploadIn('failed'), actions.archive);
    expect(applied(byUser, list({ phase: 'error' })).state).toBe('archived');
  });

  test('vanishes with a reason if it can’t be looked up', () => {
    const failure = { code: 'invalid-response', msg: null } as const;
    const vanished = applied(uploadIn('verifying'), { type: 'recordMiss', retryAtMs: null, failure });
    expect(vanished).toMatchObject({ state: 'vanished', failure });
  });
});

test('the end of an encoding says why it failed, until one succeeds; other problems of the file stay', () => {
  const end = (error: string | null): UploadAction => ({ ...sampleEnd, error });
  const failed = applied(uploadIn('done'), end('ERROR'));
  expect(failed).toMatchObject({ state: 'done', failure: { code: 'encoding-failed', msg: 'ERROR' } });
  expect(applied(failed, end(null)).failure).toBeNull();
  const stranded = { ...uploadIn('done'), failure: { code: 'not-moved', msg: null } } as const;
  expect(applied(stranded, end(null)).failure).toEqual(stranded.failure);
  const playable = applied(uploadIn('done'), {
    ...sampleEnd,
    canPlay: true,
    imageUrl: 'https://img.example/1',
  });
  const unknown = applied(playable, { ...sampleEnd, canPlay: null, imageUrl: null });
  expect(unknown).toMatchObject({ canPlay: true, imageUrl: 'https://img.example/1' });
});

test('a duplicate is recorded once; when its transfer becomes a file, it is recorded as a file', () => {
  const duplicate = { fileCode: 'duplicate', isTransfer: true };
  const accepted = { ...uploadIn('accepted'), duplicates: [] };
  const noted = applied(accepted, actions.addDuplicate);
  expect(noted.duplicates).toEqual([duplicate]);
  expect(applied(noted, actions.addDuplicate)).toBe(noted);
  const file = { fileCode: 'duplicate', isTransfer: false };
  expect(applied(noted, { type: 'addDuplicate', duplicate: file }).duplicates).toEqual([file]);
  expect(applied(noted, { type: 'removeDuplicate', fileCode: 'duplicate' }).duplicates).toEqual([]);
});

describe('an event has what is needed to send its link again', () => {
  const page = { via: 'browser', source: 'file', pageUrl: 'https://members.example/' } as const;
  test.each([
    ['queued', 'refuse', true],
    ['queued', 'remove', true],
    ['refused', 'remove', true],
    ['failed', 'archive', true],
    ['verifying', 'confirmFile', false],
  ] as const)('%s, %s: %s', (state, type, isKept) => {
    const { events } = applyTransition({ ...uploadIn(state), ...page }, actions[type], nowMs);
    const { via, pageUrl } = events[0] ?? {};
    expect([events.length, via, pageUrl]).toEqual([
      1,
      ...(isKept ? [page.via, page.pageUrl] : [undefined, undefined]),
    ]);
  });
});
