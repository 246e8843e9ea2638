import { describe, expect, test } from 'vitest';
import {
  allows,
  IllegalStep,
  type Situation,
  type Step,
  situationOf,
  transition,
  transitions,
} from '../../../lib/outbox/transitions.ts';
import { sampleItem } from './samples.ts';

const words = { failure: 'network', msg: 'no answer' };
const steps: Readonly<Record<Step['type'], Step>> = {
  send: { type: 'send', folderId: '0' },
  accept: { type: 'accept', fileCode: 'code' },
  refuse: { type: 'refuse', words },
  putBack: { type: 'putBack', words },
  turnAway: { type: 'turnAway', reason: 'rate-limited', words },
  doubt: { type: 'doubt', cause: 'no-answer', words },
  lookAgain: { type: 'lookAgain', at: 9_000, after: 'open' },
  giveUp: { type: 'giveUp' },
  requeue: { type: 'requeue', waiting: { reason: 'network', until: 7_000 } },
  sendAgain: { type: 'sendAgain' },
  checkAgain: { type: 'checkAgain' },
  retry: { type: 'retry' },
  setFolder: { type: 'setFolder', folder: { id: '7', name: 'Films' } },
  setPosition: { type: 'setPosition', position: 3.5 },
  announce: { type: 'announce' },
  remove: { type: 'remove' },
  handOver: { type: 'handOver' },
};
const situations: readonly Situation[] = ['queued', 'sending', 'postponed', 'accepted', 'refused', 'unsure'];
const now = 5_000;

/** A plausible item in each situation. */
function inSituation(situation: Situation) {
  const state = situation === 'postponed' ? 'queued' : situation;
  const doubt = { cause: 'no-answer', since: 4_000, missedAt: null, looks: 1, nextLookAt: 4_500 } as const;
  return sampleItem({
    state,
    attempts: situation === 'queued' ? 0 : 1,
    sentAt: situation === 'queued' ? null : 3_000,
    waiting: state === 'queued' ? { reason: 'network', until: 9_000 } : null,
    doubt: situation === 'unsure' || situation === 'postponed' ? doubt : null,
    fileCode: state === 'accepted' ? 'code' : null,
    announced: false,
  });
}

const pairs = situations.flatMap((situation) =>
  Object.values(steps).map((step) => [situation, step] as const),
);
const [legal, illegal] = [true, false].map((is) =>
  pairs.filter(([situation, { type }]) => allows(situation, type) === is),
);

describe('each step that the table allows leads where the table says', () => {
  test.each(legal ?? [])('%s, %o', (situation, step) => {
    const item = inSituation(situation);
    const next = transition(item, step, now);
    const expected = transitions[situation][step.type];
    if (expected === 'removed') return expect(next).toBeNull();
    expect(next).toMatchObject({ changedAt: now, id: item.id, url: item.url });
    expect(next && situationOf(next)).toBe(expected);
    // What is said only of one situation is not left over in another.
    expect(next?.doubt !== null).toBe(expected === 'unsure' || expected === 'postponed');
    if (next?.state !== 'queued') expect(next?.waiting).toBeNull();
    if (expected === 'postponed') expect(next?.waiting, 'says why it waits').not.toBeNull();
    if (expected === 'accepted') expect(next?.fileCode).toBe('code');
  });
});

describe('each other step is refused and changes nothing', () => {
  test.each(illegal ?? [])('%s, %o', (situation, step) => {
    const item = Object.freeze(inSituation(situation));
    expect(() => transition(item, step, now)).toThrow(IllegalStep);
  });
});

test('the table is what the design says: "accepted" is only handed over, and nothing is sent but from the queue', () => {
  expect(transitions.accepted).toEqual({ handOver: 'removed' });
  expect(situations.filter((situation) => allows(situation, 'send'))).toEqual(['queued']);
  // A link on its way can neither be taken out nor be put back: first it has to be known what became of it.
  for (const step of ['remove', 'retry', 'requeue', 'sendAgain', 'setFolder'] as const) {
    expect(allows('sending', step)).toBe(false);
  }
});

test('sending counts an attempt and notes the time; one that is put back or turned away is not counted', () => {
  const sending = transition(sampleItem({ attempts: 2 }), steps.send, now);
  expect(sending).toMatchObject({ attempts: 3, sentAt: now });
  expect(sending && transition(sending, steps.putBack, now + 1)).toMatchObject({ attempts: 2, ...words });
  expect(sending && transition(sending, steps.turnAway, now + 1)).toMatchObject({
    ...{ attempts: 2, ...words, waiting: { reason: 'rate-limited', until: null } },
    doubt: { cause: 'turned-away', since: now + 1, nextLookAt: now + 1 },
  });
});

test('a link is sent into the folder that its request names, or not at all', () => {
  const item = sampleItem({ folder: { id: '7', name: 'Films' } });
  expect(() => transition(item, steps.send, now)).toThrow(IllegalStep);
  expect(transition(item, { type: 'send', folderId: '7' }, now)?.state).toBe('sending');
});

test('what was turned away is looked for at once where the user is in a hurry, and not sent', () => {
  const tried = transition(inSituation('postponed'), steps.retry, now);
  expect(tried?.doubt).toMatchObject({ nextLookAt: now, missedAt: null });
});

test('a doubt is to be looked into at once; a look that decides nothing is counted, one that is too early is not', () => {
  const unsure = transition(inSituation('sending'), steps.doubt, now);
  expect(unsure?.doubt).toEqual({
    cause: 'no-answer',
    since: now,
    missedAt: null,
    looks: 0,
    nextLookAt: now,
  });
  const early = unsure && transition(unsure, { type: 'lookAgain', at: 20_000, after: 'early' }, now + 1);
  expect(early?.doubt).toMatchObject({ looks: 0, nextLookAt: 20_000, since: now });
  const late = early && transition(early, steps.lookAgain, 30_000);
  expect(late?.doubt).toMatchObject({ looks: 1, nextLookAt: 9_000 });
  const given = late && transition(late, steps.giveUp, 40_000);
  expect(given?.doubt).toMatchObject({ nextLookAt: null });
  expect(given?.announced).toBe(false);
  const again = given && transition(given, steps.checkAgain, 50_000);
  expect(again?.doubt).toMatchObject({ looks: 0, nextLookAt: 50_000 });
});

test('a doubt from a future that a clock set back has undone counts from now', () => {
  const item = sampleItem({
    state: 'unsure',
    doubt: { cause: 'no-answer', since: 90_000, missedAt: 91_000, looks: 0, nextLookAt: 95_000 },
  });
  expect(transition(item, steps.lookAgain, 1_000)?.doubt).toMatchObject({ since: 1_000, missedAt: 1_000 });
});

test.each(['accept', 'refuse'] as const)('"%s" is news that has yet to be told', (type) => {
  expect(transition(sampleItem({ state: 'sending' }), steps[type], now)?.announced).toBe(false);
});
