/** A soak is worth what its verdict is: everything that can go wrong must be seen. */
import { expect, test } from 'vitest';
import type { AuditEntry } from '../../service/src/index.ts';
import { sampleItem } from '../lib/outbox/samples.ts';
import { sampleTransfer } from '../lib/watch/samples.ts';
import { soakLinks } from './plan.ts';
import { type Evidence, judge } from './verdict.ts';

const folders = [
  { id: '0', name: '' },
  { id: '7', name: 'Soak one' },
];
const links = soakLinks('http://site.test', 3, folders);
const [first] = links.map(({ url }) => url);
const files = links.map(({ title, folder }) => ({ title, folderId: folder.id }));
const others = files.slice(1);

const good: Evidence = {
  links,
  files,
  disk: '[]',
  keepAlive: false,
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
  ['a link that is gone', { files: others }, /^1 of the links are neither a file nor in the outbox/],
  ['a file that is there twice', { files: [...files, ...files] }, /^3 .* more than once/],
  [
    'a file of nobody',
    { files: [...files, { title: 'Other', folderId: '0' }] },
    /nobody sent them, like Other/,
  ],
  [
    'a file in another folder',
    { files: files.map((file) => ({ ...file, folderId: '0' })) },
    /^1 .* in another folder than “Soak one”, like 30002/,
  ],
  [
    'a trace of a private window',
    { disk: JSON.stringify([{ url: first }]) },
    /^1 .* yet on disk, like .*n=1/,
  ],
  ['a doubt', { files: others, items: [{ ...left, state: 'unsure', doubt }] }, /left unsure/],
  ['a refusal', { files: others, items: [{ ...left, state: 'refused', msg: 'No' }] }, /were refused.*No/],
  ['a link that waits for nothing', { files: others, items: [left] }, /neither end nor tell/],
  [
    'a link that waits',
    { files: others, items: [{ ...left, waiting: { reason: 'slots', until: 1 } }] },
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

test('what the browser repeats is not counted against the extension where it can repeat, and else it is', () => {
  const audit = [
    ...Array.from({ length: 10 }, (_, at) => upload(at, String(at), { outcome: 'reset' })),
    upload(11, '0'),
  ];
  expect(judge({ ...good, audit, keepAlive: true }).violations).toEqual([]);
  expect(judge({ ...good, audit }).violations).toEqual([expect.stringMatching(/^11 requests/)]);
});
