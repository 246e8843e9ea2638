import { describe, expect, it, test } from 'vitest';
import { announceChanges, findAnnouncements } from '../../../components/uploads/announcements.ts';
import { measureBatch } from '../../../components/uploads/batch.ts';
import { groupRows } from '../../../components/uploads/groups.ts';
import { getCause, statusText } from '../../../components/uploads/wording.ts';
import { titleFromAddress } from '../../../lib/links/address-title.ts';
import { choiceLockName, fileLockName } from '../../../lib/uploads/local-file.ts';
import type { Progress } from '../../../lib/uploads/tracking/progress.ts';
import type { Upload } from '../../../lib/uploads/upload.ts';
import {
  countUnderWay,
  toUploadItems,
  type UploadItem,
  type UploadItemProgress,
} from '../../../lib/uploads/upload-items.ts';
import { account, measured, now, transfer, upload } from '../../gallery/samples/sample.ts';
import { sampleUncertainty } from '../../lib/uploads/samples.ts';

const rowsOf = (...uploads: readonly Upload[]) => toUploadItems(account(uploads));
const titles = (...uploads: readonly Upload[]) => rowsOf(...uploads).map(({ title }) => title);
const stateOf = (change: Partial<Upload>) => rowsOf(upload(change))[0]?.state;

describe('the list', () => {
  it('lists active uploads first, then those that need the user, waiting ones, and finished ones, newest first', () => {
    expect(
      titles(
        upload({ title: 'waits', order: 1 }),
        upload({ title: 'refused', state: 'refused' }),
        upload({ title: 'sending', state: 'sending', order: -1 }),
        transfer({ title: 'arrived first', state: 'done', order: -1000 }),
        transfer({ title: 'arrived last', state: 'done', order: -2000 }),
        transfer({ title: 'waits there', state: 'accepted' }),
        transfer({ title: 'working' }),
      ),
    ).toEqual(['sending', 'working', 'refused', 'waits there', 'waits', 'arrived last', 'arrived first']);
  });

  it('keeps the order of the queue, whether or not an upload was deferred', () => {
    const [first, second] = [
      upload({ title: 'first', state: 'deferred', order: 10 }),
      upload({ title: 'second', order: 20 }),
    ];
    expect(titles(second, first)).toEqual(['first', 'second']);
  });

  it('leaves the title out of the origin', () => {
    const items = rowsOf(
      transfer({ url: 'https://a.example/1/same.webm' }),
      transfer({ url: 'https://a.example/same.webm?id=2' }),
      transfer({ url: 'https://b.example/same.webm' }),
    );
    expect(items.map(({ origin }) => origin)).toEqual([
      'a.example/1',
      'a.example/same.webm?id=2',
      'b.example',
    ]);
  });

  it('shows the origin of equal titles, and the totals of the groups', () => {
    const items = rowsOf(
      transfer({ title: 'same', url: 'https://a.example/1?x', id: 'one' }),
      transfer({ title: 'same', url: 'ftp://b.example/2', id: 'two' }),
      transfer({ title: 'other', url: 'https://a.example/3', state: 'accepted' }),
    );
    expect(items.map(({ origin }) => origin)).toEqual(['a.example/1?x', 'b.example/2', null]);
    const measuring = (bytesDone: number | null, bytesPerSecond: number) =>
      ({ bytesDone, bytesTotal: 100, bytesPerSecond }) as UploadItemProgress;
    const withProgress = (...progress: readonly (UploadItemProgress | null)[]) =>
      groupRows(
        items.map((item, at) => ({ ...item, progress: progress[at] ?? null })),
        now,
      );
    expect(withProgress(measuring(40, 3), measuring(80, 1))).toMatchObject([
      { name: 'active', items: [{}, {}], bytesPerSecond: 4, secondsLeft: 20 },
      { name: 'waiting', items: [{}], bytesPerSecond: null, secondsLeft: null },
    ]);
    expect(withProgress(measuring(40, 3), null)[0]).toMatchObject({ bytesPerSecond: 3, secondsLeft: null });
  });

  it('combines many uploads that were sent together into one entry, at its most urgent row', () => {
    const batch = { id: 'b', size: 12 };
    const done = Array.from({ length: 6 }, () => transfer({ batch, state: 'done', endedAtMs: now }));
    const waiting = Array.from({ length: 4 }, () => upload({ batch }));
    const items = toUploadItems(
      account([...done, ...waiting, transfer({ batch }), transfer({ batch, state: 'failed' }), upload()], {}),
    );
    const groups = groupRows(items, now);
    expect(
      groups.map(({ name, count, entries }) => [
        ...[name, count],
        ...entries.map((entry) => ('members' in entry ? entry.members.length : entry.state)),
      ]),
    ).toEqual([
      ['active', 5, 11],
      ['attention', 1, 'failed'],
      ['waiting', 1, 'waiting'],
    ]);
    const entry = groups[0]?.entries[0];
    if (!entry || !('members' in entry)) throw new Error('There is no batch.');
    const { share, ...progress } = measureBatch(entry, items, now);
    expect(progress).toEqual({ total: 12, done: 6, failed: 1, isMoving: true });
    expect(share).toBeCloseTo((7 + 450 / 700) / 12);
    // Three are too few for a group.
    const few = { id: 'c', size: 3 };
    const small = groupRows(rowsOf(upload({ batch: few }), upload({ batch: few })), now);
    expect(small[0]?.entries).toHaveLength(2);
  });

  it('keeps failures of one cause from today and before in two entries with separate ids', () => {
    const failed = (endedAtMs: number) =>
      transfer({ state: 'failed', endedAtMs, failure: { code: 'transfer-failed', msg: null } });
    const days = [now, now, now, ...[1, 2, 3].map((days) => now - days * 86_400_000)];
    const groups = groupRows(rowsOf(...days.map(failed)), now, getCause);
    const entries = groups.flatMap((group) => group.entries);
    expect(entries).toMatchObject([{ isCause: true }, { isCause: true }]);
    expect(new Set(entries.map((entry) => 'members' in entry && entry.id)).size).toBe(2);
  });

  it('combines three or more uploads that need the user for one cause', () => {
    const failed = (title: string, msg: string | null = null) =>
      transfer({ title, state: 'failed', failure: { code: 'transfer-failed', msg } });
    const denied = (url: string) =>
      upload({ url, state: 'refused', failure: { code: 'source.access', msg: null } });
    const entriesOf = (...uploads: readonly Upload[]) =>
      groupRows(rowsOf(...uploads), now, getCause)[0]?.entries.map((entry) =>
        'members' in entry ? entry.members.length : entry.title,
      );
    expect(entriesOf(failed('a'), failed('b'), failed('c', 'Error 404'), failed('d'))).toEqual([3, 'c']);
    expect(entriesOf(failed('a'), failed('b'))).toEqual(['a', 'b']);
    // The browser asks about one site at a time.
    const [one, other] = ['https://a.example/', 'https://b.example/'];
    expect(entriesOf(denied(`${one}1`), denied(`${other}2`), denied(`${one}3`), denied(`${one}4`))).toEqual([
      3,
      '2',
    ]);
    // A browser fetches nothing by FTP.
    const ofSchemes = ['ftp', 'https', 'ftp', 'https'].map((scheme, at) => ({
      ...failed(`${at}`),
      url: `${scheme}://a.example/${at}`,
    }));
    expect(entriesOf(...ofSchemes)).toEqual(['0', '1', '2', '3']);
    // Each waits for its folder.
    const lost = (id: string) =>
      upload({
        title: id,
        state: 'refused',
        failure: { code: 'folder-gone', msg: null },
        folder: { id, name: '' },
      });
    expect(entriesOf(lost('7'), lost('8'), lost('9'))).toEqual(['7', '8', '9']);
  });

  it('puts uploads that ended or failed before today at the end', () => {
    const at = Date.parse('2026-11-20T13:00');
    const hoursAgo = (hours: number) => at - hours * 3_600_000;
    const item = (title: string, state: Upload['state'], hours: number) =>
      transfer({
        title,
        state,
        changedAtMs: hoursAgo(hours),
        endedAtMs: state === 'done' ? hoursAgo(hours) : null,
      });
    const items = rowsOf(
      ...[item('done today', 'done', 12), item('done yesterday', 'done', 14)],
      ...[item('failed today', 'failed', 1), item('failed yesterday', 'failed', 30)],
      ...[item('moves', 'running', 30), item('unconfirmed', 'uncertain', 30)],
    );
    const groups = (nowMs: number) =>
      groupRows(items, nowMs).map((group) => [group.name, ...group.items.map(({ title }) => title)]);
    expect(groups(at)).toEqual([
      ['active', 'moves'],
      ['attention', 'failed today', 'unconfirmed'],
      ['finished', 'done today'],
      ['earlier', 'failed yesterday', 'done yesterday'],
    ]);
    // Just after midnight, the evening's uploads aren't folded.
    expect(groups(Date.parse('2026-11-20T01:30'))).toContainEqual([
      'finished',
      'done today',
      'done yesterday',
    ]);
  });

  it('asks for a file that no page has, unless it is just being added', () => {
    const file = upload({ source: 'file', state: 'queued' });
    const stateWith = (...locks: readonly string[]) =>
      toUploadItems({ ...account([file]), heldLocks: new Set(locks) })[0]?.state;
    expect(stateWith(fileLockName('another'))).toBe('needs-file');
    expect(stateWith(choiceLockName)).toBe('waiting');
    expect(stateWith(fileLockName(file.id))).toBe('waiting');
  });

  it('asks for a file whose page was closed, and says how much of it was sent', () => {
    const cut = upload({
      ...({ source: 'file', state: 'uncertain', sizeBytes: 1_000, sentBytes: 137 } as const),
      failure: { code: 'aborted', msg: null },
      uncertainty: sampleUncertainty({ nextCheckAtMs: now }),
    });
    const [item] = rowsOf(cut);
    expect(item && [item.state, statusText(item, now)]).toEqual(['needs-file', 'Interrupted: 13% uploaded.']);
    const held = { ...account([cut]), heldLocks: new Set([fileLockName(cut.id)]) };
    expect(toUploadItems(held)[0]?.state).toBe('waiting');
    expect(rowsOf({ ...cut, sentBytes: 1_000 })[0]?.state).toBe('uncertain');
  });

  it('hides archived uploads', () => {
    expect(rowsOf(transfer({ state: 'archived' }))).toEqual([]);
  });

  it('counts active and waiting uploads', () => {
    const states = ['queued', 'uncertain', 'running', 'refused', 'failed', 'done', 'vanished'] as const;
    expect(countUnderWay(rowsOf(...states.map((state) => upload({ state }))))).toBe(3);
  });
});

describe('a state', () => {
  const verification = { misses: 1, nextAtMs: now, unreportedSinceMs: now };

  it.each<[string, Partial<Upload>]>([
    ['waiting', { state: 'deferred' }],
    ['pending', { state: 'accepted' }],
    ['working', { state: 'running' }],
    ['other', { state: 'running', unknownStatus: 'Transcoding' }],
    ['refused', { state: 'refused', failure: { code: 'refused', msg: null } }],
    ['folder-gone', { state: 'refused', failure: { code: 'folder-gone', msg: null } }],
    ['vanished', { state: 'vanished' }],
    ['unreported', { state: 'accepted', verification }],
    ['unreported', { state: 'running', verification }],
    ['unreported', { state: 'verifying', verification }],
  ])('%s', (state, change) => {
    expect(stateOf(change)).toBe(state);
  });
});

it.each<[string, Partial<Upload>]>([
  [
    'This host doesn’t report progress',
    { state: 'running', verification: { misses: 1, nextAtMs: now, unreportedSinceMs: now } },
  ],
  ['The service no longer has this upload', { state: 'vanished' }],
  [
    'The file never appeared. This host doesn’t report progress.',
    { state: 'vanished', failure: { code: 'never-shown', msg: null } },
  ],
  ['Checking the service for “Film”…', { state: 'verifying', endedAtMs: now }],
])('says “%s”', (text, change) => {
  // Earlier measurements are out of date by then.
  const [item] = rowsOf(transfer({ title: 'Film', ...change }));
  expect(item && statusText(item, now)).toBe(text);
});

describe('an outage', () => {
  const batch = { id: 'b', size: 20 };
  const many = (of: (at: number) => Upload) => Array.from({ length: 20 }, (_, at) => of(at));
  const network = (untilMs: number | null) => ({
    ...{ accountId: 'a1', reason: 'network', untilMs, sinceMs: now, failures: 1, failure: null },
    isForLinksOnly: false,
  });
  const during = (uploads: readonly Upload[], untilMs: number | null = now + 12_000) =>
    toUploadItems(account(uploads, { backoff: network(untilMs) as never }));
  const textsOf = (items: readonly UploadItem[]) => items.map((item) => statusText(item, now));

  it('leaves nothing under “Uploading” that can’t be polled, and says when it is tried again', () => {
    const items = during([
      transfer({ title: 'moved' }),
      transfer({ title: 'waits there', state: 'accepted' }),
      transfer({ title: 'is checked', state: 'verifying' }),
    ]);
    expect(groupRows(items, now).map(({ name, count }) => [name, count])).toEqual([['waiting', 3]]);
    const wait = 'Waiting: the service can’t be reached · retrying in 12 sec';
    expect(textsOf(items).map((text) => text.slice(0, wait.length))).toEqual([wait, wait, wait]);
    expect(textsOf(items)[0]).not.toMatch(/left|\/s/);
  });

  it('is also detected by a failed poll', () => {
    const items = toUploadItems(account([transfer()], { pollFailure: { code: 'timeout', atMs: now } }));
    expect(groupRows(items, now)[0]?.name).toBe('waiting');
    const others = toUploadItems(account([transfer()], { pollFailure: { code: 'rate-limited', atMs: now } }));
    expect(groupRows(others, now)[0]?.name).toBe('active');
  });

  it('leaves no batch under “Uploading” whose first request gets no response', () => {
    const sentAtMs = now - 11_000;
    const items = rowsOf(
      ...many((at) => upload({ batch, ...(at === 0 && { state: 'sending' as const, sentAtMs }) })),
    );
    expect(groupRows(items, now - 5_000)[0]?.name).toBe('active');
    expect(groupRows(items, now)[0]?.name).toBe('waiting');
    expect(textsOf(items)[0]).toBe('Waiting: the service isn’t responding');
  });

  it('promises no check of an uncertain upload before the account responds', () => {
    const uncertain = upload({ state: 'uncertain', uncertainty: sampleUncertainty({ nextCheckAtMs: now }) });
    expect(textsOf(during([uncertain]))[0]).toContain('Checking again in 12 sec');
    expect(textsOf(during([uncertain], now))[0]).not.toContain('now');
  });

  it('applies only to uploads at the account', () => {
    const sent = upload({ source: 'file', url: '', state: 'sending' });
    expect(during([sent])[0]).toMatchObject({ rank: 0 });
  });
});

describe('progress', () => {
  it('ends with the upload, and speed and time left end when nothing is measured any more', () => {
    const progress = { bytesDone: 10, bytesTotal: 40, bytesPerSecond: 1, sampledAtMs: now };
    const done = transfer({ state: 'done', endedAtMs: now });
    const items = (of: Upload) =>
      toUploadItems(account([of, done], { progress: { [of.id]: progress, [done.id]: progress } }));
    const running = items(transfer());
    expect(groupRows(running, now)).toMatchObject([
      { name: 'active', bytesPerSecond: 1, secondsLeft: 30 },
      { name: 'finished', bytesPerSecond: null, secondsLeft: null },
    ]);
    const [first] = running;
    const textAfter = (seconds: number) => first && statusText(first, now + seconds * 1_000);
    expect([0, 10, 16].map(textAfter)).toEqual([
      '10 bytes of 40 bytes · 0 kB/s · 30 sec left',
      '10 bytes of 40 bytes · 0 kB/s · 20 sec left',
      '10 bytes of 40 bytes',
    ]);
    expect(groupRows(running, now + 16_000)[0]).toMatchObject({ bytesPerSecond: null, secondsLeft: null });
    const waiting = items(upload({ source: 'file', state: 'queued', url: '' }));
    expect(groupRows(waiting, now).every(({ bytesPerSecond }) => bytesPerSecond === null)).toBe(true);
  });

  const of = (change: Partial<Progress>) => {
    const running = transfer();
    return toUploadItems(account([running], { progress: { [running.id]: { ...measured, ...change } } }))[0]
      ?.progress;
  };

  it('has share and time left', () => {
    expect(of({ bytesDone: 250, bytesTotal: 1000, bytesPerSecond: 50 })).toMatchObject({
      share: 0.25,
      secondsLeft: 15,
    });
  });
  it('has no share without a total', () => {
    expect(of({ bytesTotal: null })).toMatchObject({ share: null, secondsLeft: null });
  });
  it('has no time left without a speed', () => {
    expect(of({ bytesPerSecond: 0 })?.secondsLeft).toBeNull();
    expect(of({ bytesPerSecond: null })?.secondsLeft).toBeNull();
  });
  it('has neither speed nor time left after a failed poll, except for a file that is being sent', () => {
    const running = transfer();
    const moving = { ...measured, bytesDone: 250, bytesTotal: 1000, bytesPerSecond: 50 };
    const rowOf = (change: Partial<Upload>) =>
      toUploadItems(
        account([{ ...running, ...change }], {
          progress: { [running.id]: moving },
          pollFailure: { code: 'quota-exceeded', atMs: 0 },
        }),
      )[0]?.progress;
    expect(rowOf({})).toMatchObject({ share: 0.25, bytesPerSecond: null, secondsLeft: null, isStale: true });
    expect(rowOf({ source: 'file', state: 'sending' })).toMatchObject({ secondsLeft: 15, isStale: false });
  });
  it('has neither speed nor time left while the browser is offline', () => {
    const running = transfer();
    const moving = { ...measured, bytesDone: 250, bytesTotal: 1000, bytesPerSecond: 50 };
    const uploads = account([running], { progress: { [running.id]: moving } });
    const stale = { bytesPerSecond: null, secondsLeft: null, isStale: true };
    expect(toUploadItems(uploads, false)[0]?.progress).toMatchObject(stale);
    expect(toUploadItems(uploads)[0]?.progress).toMatchObject({ secondsLeft: 15, isStale: false });
  });
  it('is null without a measurement', () => {
    expect(rowsOf(upload({}))[0]?.progress).toBeNull();
  });
});

describe('a link without a title', () => {
  it.each([
    ['https://a.example/films/big%20buck.mkv?x=1', 'big buck.mkv'],
    ['https://a.example/films/', 'films'],
    ['https://a.example/', 'a.example'],
    ['https://a.example/%E0%A4%A', '%E0%A4%A'],
    ['no address', 'no address'],
  ])('%s is called %s', (url, title) => {
    expect(titleFromAddress(url)).toBe(title);
  });
});

describe('announcements', () => {
  const before = upload({ state: 'queued' });
  const kinds = (from: Partial<Upload>, to: Partial<Upload>) =>
    findAnnouncements(rowsOf({ ...before, ...from }), rowsOf({ ...before, ...to })).map(({ kind }) => kind);

  it.each<[string, Partial<Upload>, Partial<Upload>]>([
    ['accepted', { state: 'sending' }, { state: 'accepted' }],
    ['accepted', { state: 'queued' }, { state: 'running' }],
    ['accepted', { state: 'uncertain' }, { state: 'verifying' }],
    ['done', { state: 'verifying' }, { state: 'done' }],
    ['failed', { state: 'running' }, { state: 'failed' }],
    ['failed', { state: 'verifying' }, { state: 'vanished' }],
    ['failed', { state: 'failed', isFailureHidden: true }, { state: 'failed' }],
    ['refused', { state: 'sending' }, { state: 'refused' }],
    ['uncertain', { state: 'sending' }, { state: 'uncertain' }],
  ])('%s: from %o to %o', (kind, from, to) => {
    expect(kinds(from, to)).toEqual([kind]);
  });

  it.each<[string, Partial<Upload>, Partial<Upload>]>([
    ['no change', { state: 'done' }, { state: 'done' }],
    ['no progress on the way', { state: 'accepted' }, { state: 'running' }],
    ['no restart', { state: 'failed' }, { state: 'accepted' }],
    ['no failure whose fallback is tried', { state: 'running' }, { state: 'failed', isFailureHidden: true }],
    ['no retry', { state: 'vanished' }, { state: 'queued' }],
  ])('%s', (_, from, to) => {
    expect(kinds(from, to)).toEqual([]);
  });

  it('don’t include uploads that are listed for the first time', () => {
    expect(findAnnouncements([], rowsOf({ ...before, state: 'done' }))).toEqual([]);
  });
});

test('a sentence is announced once, and of many only the first ones', () => {
  const links = (state: Upload['state'], ...titles: readonly string[]) =>
    rowsOf(...titles.map((title, at) => upload({ id: `u${at}`, title, state })));
  const same = ['a', 'a', 'a'];
  expect(announceChanges(links('queued', ...same), links('refused', ...same))).toBe('“a” was refused.');
  const many = ['a', 'b', 'c', 'd', 'e'];
  expect(announceChanges(links('queued', ...many), links('refused', ...many))).toBe(
    '“a” was refused. “b” was refused. “c” was refused. 2 more',
  );
});
