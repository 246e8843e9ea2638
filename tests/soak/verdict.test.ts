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
    id: `u${index}`,
    url: link.url,
    folder: link.folder,
    private: link.private,
    state: 'done',
    fileCode: `f${index}`,
    attempts: 1,
    endedAtMs: 5,
    arrivedAtMs: 5,
  }),
);
const events = uploads
  .filter((upload) => !upload.private)
  .flatMap((upload) => [createEvent('sent', upload, 3), createEvent('done', upload, 5)])
  .map((event, index): LoggedEvent => ({ ...event, id: index + 1 }));

const good: Evidence = {
  links,
  files,
  uploads,
  events,
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
    at,
    method: 'GET',
    path,
    endpoint: path,
    account: 'one@example.org',
    query: { url },
    form: [],
    outcome: 'answered',
    httpStatus: 200,
    status: 200,
    fault: null,
    effect: true,
    ...changes,
  };
}

const withUpload = (index: number, changes: Partial<Upload>): Partial<Evidence> => ({
  uploads: uploads.map((upload, at) => (at === index ? { ...upload, ...changes } : upload)),
});

/** The browser retried the request of the second link, and the service accepted both. */
const duplicate = { fileCode: 'duplicate', title: second.title, folderId: second.folder.id };
const repeated: Evidence = {
  ...good,
  keepAlive: true,
  files: [...files, duplicate],
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
const cases: readonly [violation: RegExp, changes: Partial<Evidence>][] = [
  [/^1 of the links are neither a file nor a record/, { files: files.slice(1), uploads: uploads.slice(1) }],
  [
    /^1 .* more than once/,
    {
      files: [...files, duplicate],
      ...withUpload(1, { duplicates: [{ fileCode: 'duplicate', isTransfer: false }] }),
    },
  ],
  [
    /more than one record/,
    { uploads: [...uploads, sampleUpload({ url: second.url, state: 'done', fileCode: 'f1' })] },
  ],
  [/names a file of another link.*30002: f2, not f1/, withUpload(1, { fileCode: 'f2' })],
  [
    /nobody sent them, for example Other/,
    { files: [...files, { fileCode: 'x', title: 'Other', folderId: '0' }] },
  ],
  [
    /^1 .* in another folder than “Soak one”, for example 30002/,
    { files: files.map((file) => ({ ...file, folderId: '0' })) },
  ],
  [/^1 .* are on disk, for example .*n=1/, { disk: { local: JSON.stringify([{ url: first.url }]) } }],
  [/are uncertain.*no-answer, 3 checks/, withUpload(1, { state: 'uncertain', uncertainty })],
  [/were refused.*No/, withUpload(1, { state: 'refused', failure: { code: 'refused', msg: 'No' } })],
  [/failed/, withUpload(1, { state: 'vanished' })],
  [/never ended/, withUpload(1, { state: 'running' })],
  [/stuck in “sending”/, withUpload(1, { state: 'sending' })],
  [/stuck without a reason/, withUpload(1, { state: 'queued' })],
  [/still wait.*waits for slots/, withUpload(1, { state: 'queued', wait: { reason: 'slots', untilMs: 1 } })],
  [/^1 events were not delivered/, { pendingEvents: 1 }],
  [/^1 .* no events “sent” and “done”, for example .*30002\.bin \(done\)/, { events: events.slice(1) }],
  [
    /have an event twice, for example .*\(sent, done, sent\)/,
    { events: [...events, { ...(events[0] as LoggedEvent), id: 9 }] },
  ],
  [/that did not happen/, { events: [...events, { ...(events[0] as LoggedEvent), id: 9, kind: 'refused' }] }],
  [/reported 1 faults, for example TypeError/, { faults: ['TypeError'] }],
  [
    /^11 requests arrived within one second/,
    { audit: Array.from({ length: 11 }, (_, at) => request(at, String(at))) },
  ],
  [
    /had to be forgotten but have a record, for example .*\(done\)/,
    { forgotten: new Map([[second.url, 500]]) },
  ],
  [
    /had to be forgotten but were sent after that/,
    {
      forgotten: new Map([[second.url, 500]]),
      uploads: uploads.toSpliced(1, 1),
      audit: [request(1_000, second.url)],
    },
  ],
  [
    /^A removed account is still on disk, in local\.$/,
    { removedAccountIds: ['gone'], disk: { 'linkhaul-activity/entries': 'gone', local: '["gone"]' } },
  ],
];

test.each(cases)('a violation: %s', (violation, changes) => {
  expect(judge({ ...good, ...changes }).violations).toEqual([expect.stringMatching(violation)]);
});

test('a forgotten link may be at the service or not', () => {
  const forgotten = new Map([[second.url, 500]]);
  const others = uploads.toSpliced(1, 1);
  expect(judge({ ...good, forgotten, uploads: others }).violations).toEqual([]);
  expect(judge({ ...good, forgotten, uploads: others, files: files.toSpliced(1, 1) }).violations).toEqual([]);
});

test('a duplicate from a retry of the browser has to be found', () => {
  const found = withUpload(1, { duplicates: [{ fileCode: 'duplicate', isTransfer: false }] });
  const verdict = judge({ ...repeated, ...found });
  expect(verdict.violations).toEqual([]);
  expect(verdict.figures['duplicates made / found']).toBe('1 / 1');
  expect(judge(repeated).figures['duplicates made / found']).toBe('1 / 0');
  expect(judge(repeated).violations).toEqual([
    expect.stringMatching(/^1 .* a duplicate that was not found, for example 30002/),
  ]);
});

test('a duplicate is a file of the same link', () => {
  const { violations } = judge({
    ...good,
    ...withUpload(1, { duplicates: [{ fileCode: 'f2', isTransfer: false }] }),
  });
  expect(violations).toEqual([expect.stringMatching(/a duplicate that belongs to another link/)]);
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

test('retries of the browser do not count against the rate limit, another request does', () => {
  const audit = [
    ...Array.from({ length: 10 }, (_, at) => request(at, String(at), { outcome: 'reset' })),
    request(11, '0'),
  ];
  expect(judge({ ...good, audit }).violations).toEqual([]);
  const another = audit.with(10, request(11, 'another'));
  expect(judge({ ...good, audit: another }).violations).toEqual([expect.stringMatching(/^11 requests/)]);
});
