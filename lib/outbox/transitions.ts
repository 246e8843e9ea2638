/**
 * Every way in which an outbox item can change: one table, one function for each step. Pure.
 *
 * The table says which step is allowed in which state and where it leads; anything else is an `IllegalStep`. Since the
 * stores apply a step to what is stored, within one transaction, an illegal step is also what tells the loser of a
 * race that somebody else was faster: an item cannot be sent by two callers.
 */
import type { FolderRef } from '../folders/folder.ts';
import type { Doubt, OutboxItem, OutboxState, Waiting, WaitReason } from './item.ts';

/** The words of a failure: its stable code, and the service's own sentence where it said one. */
export interface Words {
  readonly failure: string;
  readonly msg: string | null;
}

/**
 * What a look without a verdict was: `early`, or not answered at all; `missed`: late enough, and the item was not seen;
 * `open`: what was seen proves neither presence nor absence.
 */
export type LookResult = 'early' | 'missed' | 'open';

export type Step =
  | { readonly type: 'send'; readonly folderId: string } // stored before the request leaves, which names this folder
  | { readonly type: 'accept'; readonly fileCode: string } // answered, or found by evidence
  | { readonly type: 'refuse'; readonly words: Words } // the service said no
  | { readonly type: 'putBack'; readonly words: Words } // certainly without effect: back into the queue
  | { readonly type: 'turnAway'; readonly reason: WaitReason; readonly words: Words } // for now; it may be there already
  | { readonly type: 'doubt'; readonly cause: Doubt['cause']; readonly words: Words } // it may have had its effect
  | { readonly type: 'lookAgain'; readonly at: number; readonly after: LookResult } // no verdict yet
  | { readonly type: 'giveUp' } // no evidence can be had: the user decides
  | { readonly type: 'requeue'; readonly waiting: Waiting | null } // proven absent
  | { readonly type: 'sendAgain' } // the user's decision about an unsure item
  | { readonly type: 'checkAgain' } // the user wants evidence looked for again
  | { readonly type: 'retry' } // the user puts it in front of the service now
  | { readonly type: 'setFolder'; readonly folder: FolderRef }
  | { readonly type: 'setPosition'; readonly position: number }
  | { readonly type: 'announce' } // everybody was told
  | { readonly type: 'remove' } // by the user
  | { readonly type: 'handOver' }; // to the watch, which follows it from here on

/** `postponed` is stored as `queued` with a doubt: to the user it waits like the others, but it must not be sent. */
export type Situation = OutboxState | 'postponed';

type Next = Readonly<Partial<Record<Step['type'], Situation | 'removed'>>>;

/** Situation × step → situation. What is not in here cannot happen. */
export const transitions: Readonly<Record<Situation, Next>> = {
  queued: {
    send: 'sending',
    refuse: 'refused', // its folder is gone: it need not even leave
    retry: 'queued',
    setFolder: 'queued',
    setPosition: 'queued',
    remove: 'removed',
  },
  sending: {
    accept: 'accepted',
    refuse: 'refused',
    putBack: 'queued',
    turnAway: 'postponed',
    doubt: 'unsure',
  },
  postponed: {
    accept: 'accepted',
    requeue: 'queued',
    lookAgain: 'postponed',
    giveUp: 'unsure',
    retry: 'postponed',
    setFolder: 'postponed',
    setPosition: 'postponed',
    remove: 'removed',
  },
  unsure: {
    accept: 'accepted',
    refuse: 'refused',
    requeue: 'queued',
    lookAgain: 'unsure',
    giveUp: 'unsure',
    checkAgain: 'unsure',
    sendAgain: 'queued',
    announce: 'unsure',
    remove: 'removed',
  },
  refused: {
    retry: 'queued',
    setFolder: 'refused',
    announce: 'refused',
    remove: 'removed',
  },
  accepted: {
    handOver: 'removed',
  },
};

/** The step is not allowed in the item's state: it went another way in the meantime. */
export class IllegalStep extends Error {
  override readonly name = 'IllegalStep';
  readonly situation: Situation;
  readonly step: Step['type'];
  constructor(situation: Situation, step: Step['type']) {
    super(`An item that is ${situation} cannot take the step "${step}"`);
    this.situation = situation;
    this.step = step;
  }
}

export function situationOf({ state, doubt }: Pick<OutboxItem, 'state' | 'doubt'>): Situation {
  return state === 'queued' && doubt !== null ? 'postponed' : state;
}

/** Whether a step is allowed in a situation. */
export function allows(situation: Situation, step: Step['type']): boolean {
  return Object.hasOwn(transitions[situation], step);
}

/**
 * The item after a step; null where it is removed.
 *
 * @param now milliseconds since the epoch
 * @throws IllegalStep
 */
export function transition(item: OutboxItem, step: Step, now: number): OutboxItem | null {
  const situation = situationOf(item);
  const next = allows(situation, step.type) ? transitions[situation][step.type] : undefined;
  // Another folder was chosen while the request waited for its turn.
  const isOutdated = step.type === 'send' && step.folderId !== item.folder.id;
  if (next === undefined || isOutdated) throw new IllegalStep(situation, step.type);
  if (next === 'removed') return null;
  const state = next === 'postponed' ? 'queued' : next;
  return { ...item, ...changes(item, step, now), state, changedAt: now };
}

/** What a step changes apart from the state. */
function changes(item: OutboxItem, step: Step, now: number): Partial<OutboxItem> {
  const settled = { waiting: null, doubt: null };
  switch (step.type) {
    case 'send':
      return { waiting: null, sentAt: now, attempts: item.attempts + 1 };
    case 'accept':
      return { ...settled, fileCode: step.fileCode, failure: null, msg: null, announced: false };
    case 'refuse':
      return { ...settled, ...step.words, announced: false };
    case 'putBack':
      return { ...step.words, attempts: item.attempts - 1 };
    case 'turnAway':
      return {
        ...step.words,
        waiting: { reason: step.reason, until: null },
        doubt: newDoubt('turned-away', now),
        attempts: item.attempts - 1,
      };
    case 'doubt':
      return { ...step.words, doubt: newDoubt(step.cause, now) };
    case 'lookAgain':
      return { doubt: nextDoubt(item, step.at, step.after, now) };
    case 'giveUp':
      return { waiting: null, doubt: nextDoubt(item, null, 'open', now), announced: false };
    case 'checkAgain':
      return { doubt: { ...nextDoubt(item, now, 'early', now), looks: 0 } };
    case 'requeue':
      return { ...settled, waiting: step.waiting };
    case 'sendAgain':
      return { ...settled, announced: true };
    case 'retry':
      // Also in a hurry, what may have arrived is looked for first.
      if (situationOf(item) === 'postponed') return { doubt: nextDoubt(item, now, 'early', now) };
      return { ...settled, announced: true };
    case 'setFolder':
      return { folder: step.folder };
    case 'setPosition':
      return { position: step.position };
    case 'announce':
      return { announced: true };
    case 'remove':
    case 'handOver':
      return {};
  }
}

/** To be looked into at once. */
function newDoubt(cause: Doubt['cause'], now: number): Doubt {
  return { cause, since: now, missedAt: null, looks: 0, nextLookAt: now };
}

function nextDoubt(item: OutboxItem, nextLookAt: number | null, after: LookResult, now: number): Doubt {
  const doubt = item.doubt ?? newDoubt('no-answer', now);
  const missedAt = after === 'missed' ? (doubt.missedAt ?? now) : doubt.missedAt;
  return {
    ...doubt,
    // Times in the future were stored by a clock that has since been set back.
    since: Math.min(doubt.since, now),
    missedAt: missedAt === null ? null : Math.min(missedAt, now),
    looks: doubt.looks + (after === 'open' ? 1 : 0),
    nextLookAt,
  };
}
