/** The small pure parts: addresses and titles, waiting, sorting failures, positions. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { addressKey, isSameTitle, titleForms, titleOfAddress } from '../../../lib/outbox/address.ts';
import { nextHold } from '../../../lib/outbox/holds.ts';
import type { WaitReason } from '../../../lib/outbox/item.ts';
import { newPositions } from '../../../lib/outbox/positions.ts';
import { sortFailure } from '../../../lib/outbox/sort-failure.ts';
import { backoff, isOver, longestWait } from '../../../lib/timing/backoff.ts';
import { sampleItem } from './samples.ts';

describe('addresses', () => {
  test.each([
    ['percent-encoding', 'https://a.example/caf%C3%A9%20x', 'https://a.example/café x'],
    ['encoding of what is encoded', 'https://a.example/100%2525', 'https://a.example/100%25'],
    ['plus for a space', 'https://a.example/?q=a+b', 'https://a.example/?q=a%20b'],
    ['space around', 'https://a.example/x', '\t https://a.example/x \n'],
    ['a fragment', 'https://a.example/x#part', 'https://a.example/x'],
    ['entities', 'https://a.example/?a=1&b=2', 'https://a.example/?a=1&amp;b=2'],
    ['case of scheme and host', 'https://a.example/X', 'HTTPS://A.EXAMPLE/X'],
    ['a slash at the end', 'https://a.example/x/', 'https://a.example/x'],
  ])('%s makes no difference', (_, one, other) => expect(addressKey(one)).toBe(addressKey(other)));

  test.each([
    ['https://a.example/X', 'https://a.example/x'],
    ['https://a.example/?a=1', 'https://a.example/?a=2'],
    ['http://a.example/', 'https://a.example/'],
  ])('%s is not %s', (one, other) => expect(addressKey(one)).not.toBe(addressKey(other)));

  test('any text has a key, and each echo of an address has its key', () => {
    const text = fc.string({ unit: 'grapheme' });
    fc.assert(fc.property(text, (any) => typeof addressKey(any) === 'string'));
    const url = fc
      .tuple(text, text)
      .map(([path, query]) => new URL(`https://a.example/${path}?${query}`).href);
    fc.assert(
      fc.property(url, (sent) =>
        [` ${sent}`, `${sent}#x`].every((echo) => addressKey(echo) === addressKey(sent)),
      ),
    );
  });
});

test.each([
  ['Big_Buck.Bunny.mp4', 'Big Buck Bunny', true],
  ['Big_Buck.Bunny.mp4', 'big_buck.bunny.MP4', true],
  ['Big_Buck.Bunny', 'Big Buck Bunny', true],
  ['Big Buck Bunny', 'Big Buck Bunny.mp4', true],
  ['Big Buck & Bunny', 'Big&#039;Buck  Bunny', true],
  ['Big Buck Bunny', 'Big%20Buck%20Bunny', true],
  ['100% 人', '100 人', true],
  ['Part 1', 'Part 2', false],
  ['Vol.12', 'Vol.13', false],
  ['...', '', false],
])('offered “%s”, shown “%s”: the same is %s', (offered, shown, expected) => {
  expect(isSameTitle(titleForms(shown), titleForms(offered))).toBe(expected);
});

test.each([
  ['https://a.example/x/caf%C3%A9.mp4?y=1#z', 'café.mp4'],
  ['https://a.example/', ''],
  ['no address', 'no address'],
])('the title of %s', (address, expected) => expect(titleOfAddress(address)).toBe(expected));

describe('waiting', () => {
  test('doubles up to its limit, and the upper half of it is chance', () => {
    const waits = (random: number) => [1, 2, 3, 9, 1_000].map((failures) => backoff(failures, () => random));
    expect(waits(0)).toEqual([1_000, 2_000, 4_000, 150_000, 150_000]);
    expect(waits(1)).toEqual([2_000, 4_000, 8_000, 300_000, 300_000]);
  });

  test('is over in time, and when the clock was set back further than any wait', () => {
    expect([isOver(5, 5), isOver(6, 5), isOver(5 + longestWait, 5), isOver(6 + longestWait, 5)]).toEqual([
      true,
      false,
      false,
      true,
    ]);
  });

  test('of an account: at once after one lost answer, longer after each more, for ever for a bad key', () => {
    const waits = (reason: WaitReason) => {
      let hold = nextHold(undefined, { accountId: 'a', reason, words: null }, 0, () => 1);
      return [1, 2, 3].map(() => {
        const { until } = hold;
        hold = nextHold(hold, { accountId: 'a', reason, words: null }, 0, () => 1);
        return until;
      });
    };
    expect(waits('network')).toEqual([0, 2_000, 4_000]);
    expect(waits('slots')).toEqual([2_000, 4_000, 8_000]);
    expect(waits('quota')).toEqual([60_000, 120_000, 240_000]);
    expect(waits('account')).toEqual([null, null, null]);
    for (const reason of ['network', 'service', 'slots', 'quota', 'rate-limited'] as const) {
      const hold = {
        ...{ accountId: 'a', reason, words: null, announced: false },
        until: 0,
        failures: 10_000,
      };
      const next = nextHold(hold, hold, 0, () => 1);
      expect(next.until).toBeLessThanOrEqual(longestWait);
    }
  });
});

describe('failures', () => {
  const sort = (code: string, msg: string | null, mayHaveTakenEffect = false) => {
    const failure = sortFailure({ code, msg, mayHaveTakenEffect });
    const looked = failure.kind === 'wait' && failure.mayBeThere ? ', after a look' : '';
    return 'reason' in failure ? `${failure.kind} ${failure.reason}${looked}` : failure.kind;
  };

  test.each([
    ['network', null, true, 'doubt network'],
    ['timeout', null, true, 'doubt network'],
    ['invalid-response', '<html>', true, 'doubt service'],
    ['refused', 'Something odd', true, 'doubt network'],
    ['unexpected', null, true, 'doubt network'],
    ['network', null, false, 'wait network'],
    ['aborted', null, false, 'wait network'],
    ['invalid-response', null, false, 'wait service'],
    ['rate-limited', 'Too Many Requests', false, 'wait rate-limited, after a look'],
    ['quota-exceeded', 'limit reached', false, 'wait quota, after a look'],
    ['unauthorized', 'Wrong auth', false, 'wait account'],
    ['refused', 'No free slots', false, 'wait slots, after a look'],
    ['refused', 'All remote upload slots are in use', false, 'wait slots, after a look'],
    ['refused', 'Your upload queue is full', false, 'wait slots, after a look'],
    ['refused', 'Too many active uploads', false, 'wait slots, after a look'],
    ['refused', 'No upload server available', false, 'wait service, after a look'],
    ['refused', 'All slots are already in use', false, 'wait slots, after a look'],
    ['refused', 'This URL is already in your queue', false, 'already-queued'],
    ['refused', 'Error: this link exists', false, 'already-queued'],
    ['refused', 'Duplicate', true, 'already-queued'],
    ['refused', 'This host is not allowed', false, 'refused'],
    ['refused', null, false, 'refused'],
    ['not-found', 'No such folder', false, 'refused'],
  ] as const)('%s “%s”, effect possible: %s → %s', (code, msg, mayHaveTakenEffect, expected) => {
    expect(sort(code, msg, mayHaveTakenEffect)).toBe(expected);
  });
});

describe('positions', () => {
  const items = [1, 2, 3, 4].map((position) => sampleItem({ id: `${position}`, position }));
  const order = (ids: readonly string[], beforeId: string | null, from = items) => {
    const moved = newPositions(from, ids, beforeId);
    const all = from.map(({ id, position }) => ({ id, position: moved.get(id) ?? position }));
    return all
      .sort((a, b) => a.position - b.position)
      .map(({ id }) => id)
      .join('');
  };

  test.each([
    ['to the front', ['3'], '1', '3124'],
    ['to the end', ['1'], null, '2341'],
    ['between', ['4'], '2', '1423'],
    ['several, in the order given', ['4', '2'], '1', '4213'],
    ['before one of the moved: to the end', ['2', '3'], '3', '1423'],
    ['unknown ones: nothing', ['9'], '1', '1234'],
    ['where it is', ['2'], '3', '1234'],
  ] as const)('%s', (_, ids, beforeId, expected) => expect(order(ids, beforeId)).toBe(expected));

  test('there is always room, however often something is moved to the same place', () => {
    let list = items;
    for (let time = 0; time < 200; time += 1) {
      const last = list.at(-1)?.id ?? '';
      const expected = [list[0]?.id, last, ...list.slice(1, -1).map(({ id }) => id)].join('');
      const moved = newPositions(list, [last], list[1]?.id ?? null);
      list = list
        .map((item) => ({ ...item, position: moved.get(item.id) ?? item.position }))
        .sort((a, b) => a.position - b.position);
      expect(list.map(({ id }) => id).join('')).toBe(expected);
    }
  });
});
