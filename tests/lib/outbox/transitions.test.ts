import { describe, expect, test } from 'vitest';
import type { OutboxState } from '../../../lib/outbox/item.ts';
import { allows, IllegalStep, type Step, transition, transitions } from '../../../lib/outbox/transitions.ts';
import { sampleItem } from './samples.ts';

const words = { failure: 'network', msg: 'no answer' };
const steps: Readonly<Record<Step['type'], Step>> = {
  send: { type: 'send' },
  accept: { type: 'accept', fileCode: 'code' },
  refuse: { type: 'refuse', words },
  postpone: { type: 'postpone', words },
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
const states: readonly OutboxState[] = ['queued', 'sending', 'accepted', 'refused', 'unsure'];
const now = 5_000;

/** A plausible item of each state. */
function inState(state: OutboxState) {
  const doubt = { cause: 'no-answer', since: 4_000, missedAt: null, looks: 1, nextLookAt: 4_500 } as const;
  return sampleItem({
    state,
    attempts: state === 'queued' ? 0 : 1,
    sentAt: state === 'queued' ? null : 3_000,
    waiting: state === 'queued' ? { reason: 'network', until: 9_000 } : null,
    doubt: state === 'unsure' ? doubt : null,
    fileCode: state === 'accepted' ? 'code' : null,
    announced: false,
  });
}

const pairs = states.flatMap((state) => Object.values(steps).map((step) => [state, step] as const));
const [legal, illegal] = [true, false].map((is) =>
  pairs.filter(([state, { type }]) => allows(state, type) === is),
);

describe('each step that the table allows leads where the table says', () => {
  test.each(legal ?? [])('%s, %o', (state, step) => {
    const item = inState(state);
    const next = transition(item, step, now);
    const expected = transitions[state][step.type];
    if (expected === 'removed') return expect(next).toBeNull();
    expect(next).toMatchObject({ state: expected, changedAt: now, id: item.id, url: item.url });
    // What is said only of one state is not left over in another.
    expect(next?.doubt !== null).toBe(expected === 'unsure');
    if (expected !== 'queued') expect(next?.waiting).toBeNull();
    if (expected === 'accepted') expect(next?.fileCode).toBe('code');
  });
});

describe('each other step is refused and changes nothing', () => {
  test.each(illegal ?? [])('%s, %o', (state, step) => {
    const item = Object.freeze(inState(state));
    expect(() => transition(item, step, now)).toThrow(IllegalStep);
  });
});

test('the table is what the design says: "accepted" is only handed over, and nothing is sent but from the queue', () => {
  expect(transitions.accepted).toEqual({ handOver: 'removed' });
  expect(states.filter((state) => allows(state, 'send'))).toEqual(['queued']);
  // A link on its way can neither be taken out nor be put back: first it has to be known what became of it.
  for (const step of ['remove', 'retry', 'requeue', 'sendAgain', 'setFolder'] as const) {
    expect(allows('sending', step)).toBe(false);
  }
});

test('sending counts an attempt and notes the time; a send without effect is not counted', () => {
  const sending = transition(sampleItem({ attempts: 2 }), steps.send, now);
  expect(sending).toMatchObject({ attempts: 3, sentAt: now });
  expect(sending && transition(sending, steps.postpone, now + 1)).toMatchObject({ attempts: 2, ...words });
});

test('a doubt is to be looked into at once; a look that decides nothing is counted, one that is too early is not', () => {
  const unsure = transition(inState('sending'), steps.doubt, now);
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
