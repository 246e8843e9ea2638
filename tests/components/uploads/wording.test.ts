import { describe, expect, it, test } from 'vitest';
import { listNotes, statusText } from '../../../components/uploads/wording.ts';
import { sourceFailures } from '../../../lib/uploads/source-fetch.ts';
import { toUploadItems, type UploadItem } from '../../../lib/uploads/upload-items.ts';
import { account, measured, transfer, upload } from '../../gallery/samples/sample.ts';

it('the figures of an outage say how old they are, to the second', () => {
  const nowMs = Date.UTC(2026, 10, 20);
  const measured = { bytesDone: 786_000, bytesTotal: 6_000_000, bytesPerSecond: null, secondsLeft: null };
  const progress = { ...measured, share: 0.1, isStale: true, sampledAtMs: nowMs - 12_000 };
  const item = { ...toUploadItems(account([transfer({})]))[0], state: 'working', progress } as UploadItem;
  expect(statusText(item, nowMs).replace(/\s/g, ' ')).toBe('786 kB of 6 MB · as of 12 sec ago');
});

test.each([
  [
    { state: 'refused', failure: { code: 'refused', msg: 'Not video file format' } },
    /^Refused: “Not video file format”$/,
  ],
  [{ state: 'refused', failure: { code: 'needs-session', msg: null } }, /sign-in session.+public/],
  [
    { state: 'refused', failure: { code: 'connection-lost', msg: 'https://cdn.example' } },
    /^The connection to https:\/\/cdn\.example was lost too often\.$/,
  ],
  [
    { state: 'refused', attempts: 6, failure: { code: 'too-many-attempts', msg: 'Busy' } },
    /after 6 attempts\. The service says: “Busy”$/,
  ],
  [
    { state: 'refused', failure: { code: 'incomplete', msg: '10/1000000' } },
    /^The service has 10 bytes .+ instead of 1 MB\./,
  ],
  [
    {
      state: 'uncertain',
      failure: { code: 'refused', msg: 'Not video file format' },
      uncertainty: { cause: 'no-answer', nextCheckAtMs: null },
    },
    /^Refused: “Not video file format” Couldn’t confirm that .+ file\. Upload again\?$/,
  ],
])('a local file says why it was refused: %j', (change, text) => {
  const file = upload({ source: 'file', ...(change as object) });
  const [item] = toUploadItems(account([file]));
  expect(statusText(item as UploadItem, 0).replace(/\s/g, ' ')).toMatch(text);
});

test.each([
  [
    'service',
    'Server busy, try again later',
    'The service says: “Server busy, try again later” · retrying in 1 min',
  ],
  ['service', null, 'Waiting: the service sent an invalid response · retrying in 1 min'],
  ['slots', 'max urls limit: 15', 'Waiting: all upload slots are in use · retrying in 1 min'],
] as const)('a link that the service turned away (%s: “%s”) says why it waits', (reason, msg, text) => {
  const waiting = { state: 'deferred', wait: { reason, untilMs: 60_000 }, failure: { code: 'refused', msg } };
  const [item] = toUploadItems(account([upload(waiting as object)]));
  expect(statusText(item as UploadItem, 0).replace(/\s/g, ' ')).toBe(text);
});

describe('a link that this browser fetches', () => {
  const nowMs = Date.UTC(2026, 10, 20);
  const link = upload({ source: 'file', via: 'browser', url: 'https://members.example/film' });
  const rowOf = (change: object, progress: object = { [link.id]: measured }) =>
    toUploadItems({ ...account([{ ...link, ...change }]), progress } as never)[0] as UploadItem;
  const textOf = (item: UploadItem) => statusText(item, nowMs).replace(/\s/g, ' ');

  test.each([
    ['fetched', {}, 'sending', /^Fetching: 472 MB of 734 MB/],
    ['sent', { state: 'sending' }, 'sending', /^Uploading: 472 MB of 734 MB/],
    ['waiting for the site', { wait: { reason: 'source', untilMs: null } }, 'waiting', /^Waiting: the site/],
    ['slow', { wait: { reason: 'slow', untilMs: null } }, 'waiting', /^Waiting: the site .+ slowly$/],
  ])('says that it is %s', (_, change, state, text) => {
    const item = rowOf(change);
    expect([item.state, textOf(item)]).toEqual([state, expect.stringMatching(text)]);
  });

  it('says that it waits for others to be fetched or sent', () => {
    expect(textOf(rowOf({}, {}))).toMatch(/^Queued: .+ fetched at a time$/);
    expect(textOf(rowOf({ sizeBytes: 10 }, {}))).toBe('Queued');
  });

  it('asks for no file, whether or not a page has it', () => {
    expect(rowOf({}, {}).state).toBe('waiting');
    expect(rowOf({ state: 'uncertain', failure: { code: 'aborted', msg: null } }, {}).state).toBe(
      'uncertain',
    );
  });

  test.each(sourceFailures)('has its own sentence for %s', (kind) => {
    const msg =
      { error: '418', uploadHost: 'https://up.example/1', disk: 'DataError' }[kind as string] ?? null;
    const text = textOf(rowOf({ state: 'refused', failure: { code: `source.${kind}`, msg } }, {}));
    expect(text).not.toMatch(/[{}]|undefined/);
    const named = {
      error: 'error 418',
      uploadHost: 'up.example',
      room: 'device',
      disk: 'device (DataError)',
      scheme: 'links',
      private: 'private',
    };
    expect(text).toContain(named[kind as keyof typeof named] ?? 'members.example');
  });

  test.each([
    [
      'site',
      'https://cdn.example',
      /^members\.example redirects to another site\. Continue to cdn\.example with/,
    ],
    ['site', 'http://members.example', /Continue to http:\/\/members\.example with/],
    [
      'redirect',
      'https://cdn.example',
      /^members\.example redirects .+ allow Linkhaul to access cdn\.example\.$/,
    ],
    [
      'local',
      'http://10.0.0.1:631',
      /^members\.example redirects to http:\/\/10\.0\.0\.1:631 on this device/,
    ],
    ['access', 'https://www.members.example', /allow Linkhaul to access www\.members\.example\.$/],
    ['access', 'http://members.example', /allow Linkhaul to access http:\/\/members\.example\.$/],
  ] as const)('names the target of a redirect, by %s to %s', (kind, msg, text) => {
    const failure = { code: `source.${kind}`, msg } as const;
    expect(textOf(rowOf({ state: 'refused', failure }, {}))).toMatch(text);
  });

  test.each([
    ['source.gone', null, /^members\.example no longer has this file\.$/],
    ['source.empty', null, /^The file at members\.example is empty\.$/],
    ['source.error', '418', /^members\.example responded with error 418\.$/],
  ] as const)('says how its site refused it (%s)', (code, msg, text) => {
    expect(textOf(rowOf({ state: 'refused', failure: { code, msg } }, {}))).toMatch(text);
  });

  test('names the host that it came from after a redirect', () => {
    const failure = { code: 'source.session', msg: null } as const;
    const item = rowOf({ state: 'refused', failure, fetchedFrom: 'cdn.example' }, {});
    expect(textOf(item)).toMatch(/^cdn\.example denied access to this file\./);
    expect(listNotes(item.upload)).toEqual([{ tone: 'quiet', text: 'From cdn.example' }]);
  });
});
