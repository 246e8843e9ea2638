/** A soak is worth what its verdict is: everything that can go wrong must be seen. */
import { expect, test } from 'vitest';
import { createEvent, type LoggedEvent } from '../../lib/uploads/event.ts';
import type { Upload } from '../../lib/uploads/upload.ts';
import type { AuditEntry } from '../../service/src/index.ts';
import { sampleUpload } from '../lib/uploads/samples.ts';
import { soakLinks } from './plan.ts';
import { type Evidence, judge } from './verdict.ts';

const folders = [
  { id: '0', name: '' },
  { id: '7', name: 'Soak one' },
];
const links = soakLinks('http://site.test', 3, folders);
const [first, second] = links as [(typeof links)[0], (typeof links)[0]];
const files = links.map(({ title, folder }, index) => ({
  fileCode: `f${index}`,
  title,
  folderId: folder.id,
}));
const uploads = links.map((link, index) =>
  sampleUpload({
    ...{ id: `u${index}`, url: link.url, folder: link.folder, private: link.private },
    ...{ state: 'done', fileCode: `f${index}`, attempts: 1, endedAtMs: 5, arrivedAtMs: 5 },
  }),
);
const events = uploads
  .filter((upload) => !upload.private)
  .flatMap((upload) => [createEvent('sent', upload, 3), createEvent('done', upload, 5)])
  .map((event, index): LoggedEvent => ({ ...event, id: index + 1 }));

const good: Evidence = {
  ...{ links, files, uploads, events },
  forgotten: new Map(),
  removedAccountIds: [],
  pendingEvents: 0,
  disk: { 'linkhaul-uploads/uploads': '[]', local: '{}' },
  keepAlive: false,
  audit: links.map(({ url }, index) => request(index * 200, url)),
  faults: [],
};

function request(at: number, url: string, changes: Partial<AuditEntry> = {}): AuditEntry {
  const path = '/api/upload/url';
  return {
    ...{ seq: at, at, method: 'GET', path, endpoint: path, account: 'one@example.org', query: { url } },
    ...{ outcome: 'answered', httpStatus: 200, status: 200, fault: null, effect: true, durationMs: 1 },
    ...changes,
  };
}

/** The good evidence with one upload changed. */
const withUpload = (index: number, changes: Partial<Upload>): Partial<Evidence> => ({
  uploads: uploads.map((upload, at) => (at === index ? { ...upload, ...changes } : upload)),
});

/** The second link was repeated by the browser, and the service took it twice. */
const twin = { fileCode: 'twin', title: second.title, folderId: second.folder.id };
const repeated: Evidence = {
  ...good,
  keepAlive: true,
  files: [...files, twin],
  audit: [...good.audit, request(1_000, second.url, { outcome: 'reset' }), request(1_003, second.url)],
};

test('where every link arrived once and was told once, nothing is said', () => {
  expect(judge(good).violations).toEqual([]);
});

const uncertainty = {
  cause: 'no-answer',
  sinceMs: 1,
  unconfirmedAtMs: null,
  checks: 3,
  nextCheckAtMs: null,
} as const;
const cases: readonly [what: string, broken: Partial<Evidence>, said: RegExp][] = [
  [
    'a link that is lost',
    { files: files.slice(1), uploads: uploads.slice(1) },
    /^1 of the links are neither a file nor a record/,
  ],
  [
    'a file that is there twice',
    { files: [...files, twin], ...withUpload(1, { twins: [{ fileCode: 'twin', isTransfer: false }] }) },
    /^1 .* more than once/,
  ],
  [
    'a link with two records',
    { uploads: [...uploads, sampleUpload({ url: second.url, state: 'done', fileCode: 'f1' })] },
    /more than one record/,
  ],
  [
    'a record with the file of another link',
    withUpload(1, { fileCode: 'f2' }),
    /names a file of another link.*30002: f2, not f1/,
  ],
  [
    'a file of nobody',
    { files: [...files, { fileCode: 'x', title: 'Other', folderId: '0' }] },
    /nobody sent them, like Other/,
  ],
  [
    'a file in another folder',
    { files: files.map((file) => ({ ...file, folderId: '0' })) },
    /^1 .* in another folder than “Soak one”, like 30002/,
  ],
  [
    'a trace of a private window',
    { disk: { local: JSON.stringify([{ url: first.url }]) } },
    /^1 .* yet on disk, like .*n=1/,
  ],
  [
    'an uncertain one',
    withUpload(1, { state: 'uncertain', uncertainty }),
    /left uncertain.*no-answer, 3 checks/,
  ],
  [
    'a refusal',
    withUpload(1, { state: 'refused', failure: { code: 'refused', msg: 'No' } }),
    /were refused.*No/,
  ],
  ['one that vanished', withUpload(1, { state: 'vanished' }), /did not end well/],
  ['one that moves for ever', withUpload(1, { state: 'running' }), /never seen to end/],
  ['one that is being sent for ever', withUpload(1, { state: 'sending' }), /being sent for ever/],
  ['one that waits without a reason', withUpload(1, { state: 'queued' }), /neither end nor say/],
  [
    'one that waits',
    withUpload(1, { state: 'queued', wait: { reason: 'slots', untilMs: 1 } }),
    /still wait.*waits for slots/,
  ],
  ['an event that was not delivered', { pendingEvents: 1 }, /^1 events were not delivered/],
  [
    'an upload that nobody was told of',
    { events: events.slice(1) },
    /^1 .* not told as sent and done, like .*30002\.bin \(done\)/,
  ],
  [
    'an upload that was told twice',
    { events: [...events, { ...(events[0] as LoggedEvent), id: 9 }] },
    /told more than once, like .*\(sent, done, sent\)/,
  ],
  [
    'an event that should not be',
    { events: [...events, { ...(events[0] as LoggedEvent), id: 9, kind: 'refused' }] },
    /what did not happen/,
  ],
  ['a fault', { faults: ['TypeError'] }, /reported 1 faults, like TypeError/],
  [
    'too many at once',
    { audit: Array.from({ length: 11 }, (_, at) => request(at, String(at))) },
    /^11 requests arrived within one second/,
  ],
  [
    'a record that had to be forgotten',
    { forgotten: new Map([[second.url, 500]]) },
    /had to be forgotten and have a record, like .*\(done\)/,
  ],
  [
    'a request for a link that had to be forgotten',
    {
      forgotten: new Map([[second.url, 500]]),
      uploads: uploads.toSpliced(1, 1),
      audit: [request(1_000, second.url)],
    },
    /had to be forgotten and were sent after that/,
  ],
  [
    'what is left of a removed account',
    { removedAccountIds: ['gone'], disk: { 'linkhaul-uploads/events': 'gone', local: '["gone"]' } },
    /^A removed account is still on disk, in local\.$/,
  ],
];

test.each(cases)('%s is said', (_what, broken, said) => {
  expect(judge({ ...good, ...broken }).violations).toEqual([expect.stringMatching(said)]);
});

test('a link that had to be forgotten may be at the service or not', () => {
  const forgotten = new Map([[second.url, 500]]);
  const others = uploads.toSpliced(1, 1);
  expect(judge({ ...good, forgotten, uploads: others }).violations).toEqual([]);
  expect(judge({ ...good, forgotten, uploads: others, files: files.toSpliced(1, 1) }).violations).toEqual([]);
});

test('a twin that the browser made has to be found', () => {
  const found = withUpload(1, { twins: [{ fileCode: 'twin', isTransfer: false }] });
  const verdict = judge({ ...repeated, ...found });
  expect(verdict.violations).toEqual([]);
  expect(verdict.figures['twins made / found']).toBe('1 / 1');
  expect(judge(repeated).figures['twins made / found']).toBe('1 / 0');
  expect(judge(repeated).violations).toEqual([
    expect.stringMatching(/^1 .* a twin that was not found, like 30002/),
  ]);
});

test('a twin is a file of the same link', () => {
  const { violations } = judge({
    ...good,
    ...withUpload(1, { twins: [{ fileCode: 'f2', isTransfer: false }] }),
  });
  expect(violations).toEqual([expect.stringMatching(/a twin that is none of theirs/)]);
});

test('a request that the browser repeats by itself is told from one that the extension sends again', () => {
  const { url } = second;
  const audit = [
    request(0, url, { outcome: 'reset' }),
    request(3, url, { outcome: 'reset' }),
    request(30_000, url),
  ];
  expect(judge({ ...good, audit }).figures['of them repeated by the browser']).toBe(1);
});

test('what the browser repeats is not counted against the extension where it can repeat, and else it is', () => {
  const audit = [
    ...Array.from({ length: 10 }, (_, at) => request(at, String(at), { outcome: 'reset' })),
    request(11, '0'),
  ];
  expect(judge({ ...good, audit, keepAlive: true }).violations).toEqual([]);
  expect(judge({ ...good, audit }).violations).toEqual([expect.stringMatching(/^11 requests/)]);
});
