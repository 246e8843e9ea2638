/** The verdict detects every kind of violation. */
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
    ...{ at, method: 'GET', path, endpoint: path, account: 'one@example.org', query: { url } },
    ...{ outcome: 'answered', httpStatus: 200, status: 200, fault: null, effect: true },
    ...changes,
  };
}

/** The good evidence with one upload changed. */
const withUpload = (index: number, changes: Partial<Upload>): Partial<Evidence> => ({
  uploads: uploads.map((upload, at) => (at === index ? { ...upload, ...changes } : upload)),
});

/** The browser retried the request of the second link, and the service accepted both. */
const twin = { fileCode: 'twin', title: second.title, folderId: second.folder.id };
const repeated: Evidence = {
  ...good,
  keepAlive: true,
  files: [...files, twin],
  audit: [...good.audit, request(1_000, second.url, { outcome: 'reset' }), request(1_003, second.url)],
};

test('without a fault there are no violations', () => {
  expect(judge(good).violations).toEqual([]);
});

const uncertainty = {
  cause: 'no-answer',
  sinceMs: 1,
  unconfirmedAtMs: null,
  checks: 3,
  nextCheckAtMs: null,
} as const;
const cases: readonly [what: string, changes: Partial<Evidence>, violation: RegExp][] = [
  [
    'a lost link',
    { files: files.slice(1), uploads: uploads.slice(1) },
    /^1 of the links are neither a file nor a record/,
  ],
  [
    'a duplicate file',
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
    'a file that was not sent',
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
    'an uncertain upload',
    withUpload(1, { state: 'uncertain', uncertainty }),
    /left uncertain.*no-answer, 3 checks/,
  ],
  [
    'a refused upload',
    withUpload(1, { state: 'refused', failure: { code: 'refused', msg: 'No' } }),
    /were refused.*No/,
  ],
  ['a vanished upload', withUpload(1, { state: 'vanished' }), /did not end well/],
  ['an upload that stays running', withUpload(1, { state: 'running' }), /never seen to end/],
  ['an upload that stays sending', withUpload(1, { state: 'sending' }), /being sent for ever/],
  ['an upload that is queued without a reason', withUpload(1, { state: 'queued' }), /neither end nor say/],
  [
    'an upload that waits',
    withUpload(1, { state: 'queued', wait: { reason: 'slots', untilMs: 1 } }),
    /still wait.*waits for slots/,
  ],
  ['an undelivered event', { pendingEvents: 1 }, /^1 events were not delivered/],
  [
    'an upload without an event',
    { events: events.slice(1) },
    /^1 .* no events “sent” and “done”, like .*30002\.bin \(done\)/,
  ],
  [
    'an upload with an event twice',
    { events: [...events, { ...(events[0] as LoggedEvent), id: 9 }] },
    /have an event twice, like .*\(sent, done, sent\)/,
  ],
  [
    'an unexpected event',
    { events: [...events, { ...(events[0] as LoggedEvent), id: 9, kind: 'refused' }] },
    /what did not happen/,
  ],
  ['a reported fault', { faults: ['TypeError'] }, /reported 1 faults, like TypeError/],
  [
    'too many requests at once',
    { audit: Array.from({ length: 11 }, (_, at) => request(at, String(at))) },
    /^11 requests arrived within one second/,
  ],
  [
    'a record of a forgotten link',
    { forgotten: new Map([[second.url, 500]]) },
    /had to be forgotten and have a record, like .*\(done\)/,
  ],
  [
    'a request for a forgotten link',
    {
      forgotten: new Map([[second.url, 500]]),
      uploads: uploads.toSpliced(1, 1),
      audit: [request(1_000, second.url)],
    },
    /had to be forgotten and were sent after that/,
  ],
  [
    'a trace of a removed account',
    { removedAccountIds: ['gone'], disk: { 'linkhaul-uploads/events': 'gone', local: '["gone"]' } },
    /^A removed account is still on disk, in local\.$/,
  ],
];

test.each(cases)('%s is a violation', (_what, changes, violation) => {
  expect(judge({ ...good, ...changes }).violations).toEqual([expect.stringMatching(violation)]);
});

test('a forgotten link may be at the service or not', () => {
  const forgotten = new Map([[second.url, 500]]);
  const others = uploads.toSpliced(1, 1);
  expect(judge({ ...good, forgotten, uploads: others }).violations).toEqual([]);
  expect(judge({ ...good, forgotten, uploads: others, files: files.toSpliced(1, 1) }).violations).toEqual([]);
});

test('a twin from a retry of the browser has to be found', () => {
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

test('retries of the browser are distinguished from those of the extension', () => {
  const { url } = second;
  const audit = [
    request(0, url, { outcome: 'reset' }),
    request(3, url, { outcome: 'reset' }),
    request(30_000, url),
  ];
  expect(judge({ ...good, audit }).figures['of them repeated by the browser']).toBe(1);
});

test('retries of the browser count against the rate limit only without keep-alive', () => {
  const audit = [
    ...Array.from({ length: 10 }, (_, at) => request(at, String(at), { outcome: 'reset' })),
    request(11, '0'),
  ];
  expect(judge({ ...good, audit, keepAlive: true }).violations).toEqual([]);
  expect(judge({ ...good, audit }).violations).toEqual([expect.stringMatching(/^11 requests/)]);
});
