/** A soak is worth what its verdict is: everything that can go wrong must be seen. */
import { expect, test } from 'vitest';
import type { AuditEntry } from '../../service/src/index.ts';
import { sampleItem } from '../lib/outbox/samples.ts';
import { sampleTransfer } from '../lib/watch/samples.ts';
import { soakLinks } from './plan.ts';
import { type Evidence, judge } from './verdict.ts';

const links = soakLinks('http://site.test', 3);
const [first] = links.map(({ url }) => url);
const titles = links.map(({ title }) => title);
const others = titles.slice(1);

const good: Evidence = {
  links,
  titles,
  items: [],
  transfers: [sampleTransfer({ phase: 'done', endedAt: 1 })],
  audit: links.map(({ url }, index) => upload(index * 200, url)),
  faults: [],
};

function upload(at: number, url: string, changes: Partial<AuditEntry> = {}): AuditEntry {
  const path = '/api/upload/url';
  return {
    ...{ seq: at, at, method: 'GET', path, endpoint: path, account: 'one@example.org', query: { url } },
    ...{ outcome: 'answered', httpStatus: 200, status: 200, fault: null, effect: true, durationMs: 1 },
    ...changes,
  };
}

test('where every link arrived once, nothing is said', () => {
  expect(judge(good).violations).toEqual([]);
});

const left = sampleItem({ url: first ?? '' });
const doubt = { cause: 'no-answer', since: 1, missedAt: null, looks: 3, nextLookAt: null } as const;
const cases: readonly [what: string, broken: Partial<Evidence>, said: RegExp][] = [
  ['a link that is gone', { titles: others }, /^1 of the links are neither a file nor in the outbox/],
  ['a file that is there twice', { titles: [...titles, ...titles] }, /^3 .* more than once/],
  ['a file of nobody', { titles: [...titles, 'Other'] }, /though nobody sent them, like Other/],
  ['a doubt', { titles: others, items: [{ ...left, state: 'unsure', doubt }] }, /left unsure/],
  ['a refusal', { titles: others, items: [{ ...left, state: 'refused', msg: 'No' }] }, /were refused.*No/],
  ['a link that waits for nothing', { titles: others, items: [left] }, /neither end nor tell/],
  [
    'a link that waits',
    { titles: others, items: [{ ...left, waiting: { reason: 'slots', until: 1 } }] },
    /still wait.*slots/,
  ],
  ['a file that the watch misses', { transfers: [sampleTransfer({ phase: 'gone', endedAt: 1 })] }, /“gone”/],
  ['an end that nobody saw', { transfers: [sampleTransfer({ phase: 'working' })] }, /never seen to end/],
  ['a fault', { faults: ['TypeError'] }, /1 faults of its own, like TypeError/],
  [
    'too many at once',
    { audit: Array.from({ length: 11 }, (_, at) => upload(at, String(at))) },
    /^11 requests arrived within one second/,
  ],
];

test.each(cases)('%s is said', (_what, broken, said) => {
  expect(judge({ ...good, ...broken }).violations).toEqual([expect.stringMatching(said)]);
});

test('a request that the browser repeats by itself is told from one that the extension sends again', () => {
  const url = 'http://site.test/one';
  const audit = [
    upload(0, url, { outcome: 'reset' }),
    upload(3, url, { outcome: 'reset' }),
    upload(30_000, url),
  ];
  expect(judge({ ...good, audit }).figures['of them repeated by the browser']).toBe(1);
});
