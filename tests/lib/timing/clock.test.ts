import { describe, expect, test } from 'vitest';
import {
  createClock,
  findSetBackMs,
  rebaseTime,
  rebaseTimes,
  stampIntervalMs,
} from '../../../lib/timing/clock.ts';

const hourMs = 3_600_000;
const startMs = 1_700_000_000_000;

/** A machine. `pass` lets time pass, and `wallOffsetMs` sets its clock. */
function setUp() {
  const machine = { passedMs: 0, wallOffsetMs: 0, sleptMs: 0 };
  const saved: number[] = [];
  const wallNow = () => startMs + machine.passedMs + machine.wallOffsetMs;
  const start = () =>
    createClock({
      wallNow,
      // In most systems it stands still during sleep.
      monotonicNow: () => machine.passedMs - machine.sleptMs,
      save: (atMs) => void saved.push(atMs),
    });
  return { machine, saved, wallNow, start };
}

describe('the clock of a worker', () => {
  interface Event {
    readonly passMs?: number;
    readonly setMs?: number;
    readonly sleepMs?: number;
  }
  const cases: readonly [name: string, events: readonly Event[], elapsedMs: number][] = [
    ['goes with the machine’s', [{ passMs: 5_000 }], 5_000],
    ['follows a clock that is set forward', [{ passMs: 5_000 }, { setMs: hourMs }], 5_000 + hourMs],
    ['counts a sleep', [{ passMs: 5_000 }, { sleepMs: hourMs }], 5_000 + hourMs],
    [
      'goes on when the machine’s is set back',
      [{ passMs: 5_000 }, { setMs: -hourMs }, { passMs: 7_000 }],
      12_000,
    ],
    ['goes on after a second time', [{ setMs: -hourMs }, { passMs: 5_000 }, { setMs: -hourMs }], 5_000],
    ['goes on when it is set back during the time that passes', [{ setMs: -hourMs, passMs: 5_000 }], 5_000],
    ['goes on when it is set back by little more than passes', [{ setMs: -7_000, passMs: 5_000 }], 5_000],
    ['stands still for small corrections', [{ passMs: 5_000 }, { setMs: -900 }], 5_000],
    ['and then goes with the machine’s', [{ setMs: -900 }, { passMs: 5_000 }], 4_100],
    ['is not moved by many small corrections', Array(100).fill({ passMs: 1_000, setMs: -10 }), 99_000],
    [
      'is ahead by no more than was set back after the machine’s was set right',
      [{ setMs: -hourMs }, { passMs: 5_000 }, { setMs: hourMs }],
      5_000 + hourMs,
    ],
  ];
  test.for(cases)('%s', ([, events, elapsedMs]) => {
    const { machine, start } = setUp();
    const clock = start();
    let lastMs = clock.now();
    expect(lastMs).toBe(startMs);
    for (const { passMs = 0, setMs = 0, sleepMs = 0 } of events) {
      machine.passedMs += passMs + sleepMs;
      machine.sleptMs += sleepMs;
      machine.wallOffsetMs += setMs;
      const nowMs = clock.now();
      expect(nowMs).toBeGreaterThanOrEqual(lastMs);
      lastMs = nowMs;
    }
    expect(lastMs - startMs).toBe(elapsedMs);
  });

  test('predicts what the machine’s clock will show, for alarms', () => {
    const { machine, start, wallNow } = setUp();
    const clock = start();
    clock.now();
    machine.wallOffsetMs -= hourMs;
    expect(clock.toWall(clock.now() + 5_000)).toBe(wallNow() + 5_000);
  });

  test('stores its time occasionally, and at once when the machine’s clock was set back', () => {
    const { machine, saved, start } = setUp();
    const clock = start();
    const pass = (ms: number) => {
      machine.passedMs += ms;
      clock.now();
    };
    pass(0);
    pass(stampIntervalMs - 1);
    expect(saved).toEqual([startMs]);
    pass(1);
    expect(saved).toEqual([startMs, startMs + stampIntervalMs]);
    machine.wallOffsetMs -= hourMs;
    pass(5);
    expect(saved.at(-1)).toBe(startMs + stampIntervalMs + 5);
  });
});

describe('a worker that starts', () => {
  /** What happens to a time this far from the last one that the previous worker stored. */
  const cases: readonly [name: string, wallMs: number, atMs: number, expectedMs: number][] = [
    ['later than the last one ended leaves a wait', hourMs, 2 * hourMs, 2 * hourMs],
    ['later leaves a time that has passed', hourMs, 5_000, 5_000],
    ['at once leaves a wait', 0, hourMs, hourMs],
    ['after a small correction leaves a wait', -900, hourMs, hourMs],
    ['after the clock was set back leaves what is past', -hourMs, -2 * hourMs, -2 * hourMs],
    ['after it was set back makes what happened just now', -hourMs, 0, -hourMs],
    [
      'after it was set back does so with what happened after the last time was stored',
      -hourMs,
      29_000,
      -hourMs,
    ],
    ['after it was set back keeps what is left of a wait', -hourMs, hourMs, -stampIntervalMs],
    [
      'after it was set back by years keeps what is left of a wait',
      -10_000 * hourMs,
      hourMs,
      -9_999 * hourMs - stampIntervalMs,
    ],
  ];
  test.for(cases)('%s', ([, wallMs, atMs, expectedMs]) => {
    const nowMs = startMs + wallMs;
    const setBackMs = findSetBackMs(startMs, nowMs);
    const movedMs = rebaseTime(startMs + atMs, setBackMs, nowMs);
    expect(movedMs - startMs).toBe(expectedMs);
    // The worker may end before it has stored that it did so.
    const laterMs = nowMs + 10;
    const againMs = rebaseTime(movedMs, findSetBackMs(startMs, laterMs), laterMs);
    expect(againMs).toBeLessThanOrEqual(movedMs);
    if (movedMs <= nowMs) expect(againMs).toBe(movedMs);
  });

  test('without a stored time adjusts none', () => {
    expect(findSetBackMs(null, startMs)).toBe(0);
  });

  test('adjusts all times of a stored value, and nothing else', () => {
    const bytes = new Uint8Array([200]);
    const before = {
      atMs: 200,
      nextCheckAtMs: 50,
      wait: { untilMs: null, sinceMs: 200 },
      steps: [{ settledAtMs: 200, code: 'atMs' }, null, 200],
      durationMs: 200,
      repeatMs: 200,
      size: 200,
      firstSeenAtMs: { code: 200, other: null },
      bytes,
    };
    expect(rebaseTimes(before, 90, 100)).toEqual({
      ...before,
      atMs: 110,
      wait: { untilMs: null, sinceMs: 110 },
      steps: [{ settledAtMs: 110, code: 'atMs' }, null, 200],
      firstSeenAtMs: { code: 110, other: null },
    });
    expect(rebaseTimes(before, 90, 100).bytes).toBe(bytes);
  });
});
