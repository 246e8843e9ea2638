import { describe, expect, test } from 'vitest';
import { isLastTry, newsOf, reconcile, surplus, verified } from '../../../lib/watch/reconcile.ts';
import type { WatchedTransfer } from '../../../lib/watch/transfer.ts';
import { listed, sampleTransfer } from './samples.ts';

const look = (transfers: readonly ReturnType<typeof listed>[], now = 3_000, startedAt = 2_900) => ({
  ...{ accountId: 'account', listed: transfers, startedAt, now },
});
/** The one record that a look changes. */
function changed(
  known: WatchedTransfer,
  transfers: readonly ReturnType<typeof listed>[],
  now?: number,
  startedAt?: number,
) {
  const { put, remove } = reconcile([known], look(transfers, now, startedAt));
  expect(remove).toEqual([]);
  return put[0];
}

describe('progress', () => {
  test('bytes, and the speed between two looks', () => {
    const next = changed(sampleTransfer(), [listed({ bytesDownloaded: 500 })]);
    expect(next).toMatchObject({
      bytesDownloaded: 500,
      bytesPerSecond: 200,
      sampledAt: 3_000,
      changedAt: 3_000,
    });
  });

  test('the speed is a running mean', () => {
    const known = sampleTransfer({ bytesPerSecond: 100 });
    expect(changed(known, [listed({ bytesDownloaded: 500 })])?.bytesPerSecond).toBe(150);
  });

  test('a transfer that stands still slows down to nothing, and then nothing is stored any more', () => {
    let known = sampleTransfer({ bytesPerSecond: 4 });
    const speeds: (number | null)[] = [];
    for (let now = 2_000; now < 12_000; now += 1_000) {
      const next = changed(known, [listed()], now, now - 10);
      if (next === undefined) break;
      speeds.push(next.bytesPerSecond);
      known = next;
    }
    expect(speeds).toEqual([2, 1, 0]);
  });

  test('that goes backwards starts the measuring anew', () => {
    const next = changed(sampleTransfer({ bytesPerSecond: 50 }), [listed({ bytesDownloaded: 10 })]);
    expect(next).toMatchObject({ bytesDownloaded: 10, bytesPerSecond: null, sampledAt: 3_000 });
    expect(next && changed(next, [listed({ bytesDownloaded: 110 })], 4_000, 3_900)?.bytesPerSecond).toBe(100);
  });

  test.each([
    ['0', 0],
    ['unknown', null],
    ['less than what is there', 50],
  ])('a total that is %s is no total', (_, bytesTotal) => {
    expect(changed(sampleTransfer(), [listed({ bytesTotal })])?.bytesTotal).toBeNull();
  });

  test('with a clock that was set back there is no speed, and no negative one', () => {
    const next = changed(sampleTransfer({ sampledAt: 9_000, bytesPerSecond: 7 }), [
      listed({ bytesDownloaded: 500 }),
    ]);
    expect(next).toMatchObject({ bytesPerSecond: null, sampledAt: 3_000 });
  });

  test('nothing new: nothing to store', () => {
    expect(reconcile([sampleTransfer({ bytesPerSecond: 0 })], look([listed()]))).toEqual({
      put: [],
      remove: [],
    });
  });
});

describe('states', () => {
  test('a word that nobody knows is kept as it is', () => {
    const next = changed(sampleTransfer(), [listed({ status: 'Converting…', phase: 'unknown' })]);
    expect(next).toMatchObject({ phase: 'unknown', status: 'Converting…' });
  });

  test('an error is news, once, and again after a restart', () => {
    const error = listed({ status: 'error', phase: 'error' });
    const failed = changed(sampleTransfer(), [error]);
    expect(failed && newsOf(failed)).toBe('failed');
    const told = { ...sampleTransfer(), ...failed, announced: true };
    expect(changed({ ...told, bytesPerSecond: 0 }, [error], 4_000, 3_900)).toBeUndefined();
    const again = changed(told, [listed()], 4_000, 3_900);
    expect(again).toMatchObject({ phase: 'working', announced: true });
    expect(again && newsOf({ ...again, ...changed(again, [error], 5_000, 4_900) })).toBe('failed');
  });

  test('somebody else’s transfer is known from now on; that it had failed before is no news', () => {
    const { put } = reconcile(
      [],
      look([listed({ fileCode: 'new' }), listed({ status: 'error', phase: 'error' })]),
    );
    expect(put.map(({ fileCode, ours, phase }) => [fileCode, ours, phase])).toEqual([
      ['new', false, 'working'],
      ['one', false, 'error'],
    ]);
    expect(put.map(newsOf)).toEqual([null, null]);
  });

  test('what Linkhaul knows better than the service stays: address, title, and the folder’s name while it is the folder', () => {
    const known = sampleTransfer({ title: 'Mine', url: 'https://a/%20', folderId: '5', folderName: 'Films' });
    const echo = { remoteUrl: 'https://a/ ', bytesDownloaded: 200 };
    expect(changed(known, [listed({ ...echo, folderId: '5' })])).toMatchObject({
      ...{ url: 'https://a/%20', title: 'Mine', folderName: 'Films' },
    });
    // A service that puts it elsewhere without a word is believed.
    expect(changed(known, [listed({ ...echo, folderId: '0' })])).toMatchObject({
      folderId: '0',
      folderName: null,
    });
    expect(changed(known, [listed({ ...echo, folderId: null })])).toMatchObject({
      folderId: '5',
      folderName: 'Films',
    });
  });
});

describe('disappearing', () => {
  test('is not being done: it is to be verified', () => {
    const next = changed(sampleTransfer({ bytesPerSecond: 9 }), []);
    expect(next).toMatchObject({
      ...{ phase: 'verifying', verify: { from: 'working', misses: 0, nextAt: 3_000 } },
      ...{ endedAt: null, bytesPerSecond: null },
    });
    expect(next && newsOf(next)).toBeNull();
  });

  test('does not count where the question was asked before the transfer was known', () => {
    expect(changed(sampleTransfer({ changedAt: 2_950 }), [])).toBeUndefined();
  });

  test('is undone when it is listed again', () => {
    const vanished = sampleTransfer({
      phase: 'verifying',
      verify: { from: 'working', misses: 2, nextAt: 1 },
    });
    expect(changed(vanished, [listed()])).toMatchObject({ phase: 'working', verify: null });
    const done = sampleTransfer({ phase: 'done', endedAt: 2_000 });
    expect(changed(done, [listed()])).toMatchObject({ phase: 'working', endedAt: null });
  });

  test('of what has ended or is being verified is nothing new', () => {
    expect(changed(sampleTransfer({ phase: 'done', endedAt: 2_000 }), [])).toBeUndefined();
    const verifying = sampleTransfer({
      phase: 'verifying',
      verify: { from: 'working', misses: 0, nextAt: 9_000 },
    });
    expect(changed(verifying, [])).toBeUndefined();
  });

  test('of what the user hid is the end of it; a restart brings it back', () => {
    const hidden = sampleTransfer({ hidden: true, phase: 'error', status: 'error' });
    expect(reconcile([hidden], look([]))).toEqual({ put: [], remove: [hidden] });
    expect(changed(hidden, [listed({ phase: 'error', status: 'error' })])).toMatchObject({ hidden: true });
    expect(changed(hidden, [listed()])).toMatchObject({ hidden: false, phase: 'working' });
  });
});

describe('verifying', () => {
  const verifying = sampleTransfer({
    phase: 'verifying',
    verify: { from: 'working', misses: 0, nextAt: 3_000 },
  });

  test('a file that is there: done, with what the file says of itself', () => {
    const next = verified(verifying, { title: 'one', size: 1_234 }, 4_000);
    expect(next).toMatchObject({
      phase: 'done',
      endedAt: 4_000,
      title: 'one',
      bytesTotal: 1_234,
      bytesDownloaded: 1_234,
    });
    expect(next && newsOf(next)).toBe('done');
    expect(verified(verifying, { title: null, size: null }, 4_000)).toMatchObject({
      phase: 'done',
      title: null,
      bytesTotal: 1_000,
    });
  });

  test('no file: looked for again, later each time, and gone only after the last', () => {
    const waits: number[] = [];
    let known: WatchedTransfer | null = verifying;
    while (known?.phase === 'verifying' && !isLastTry(known)) {
      known = verified(known, null, 10_000);
      waits.push((known?.verify?.nextAt ?? 0) - 10_000);
    }
    expect(waits).toEqual([2_000, 8_000, 30_000, 120_000]);
    expect(known?.phase).toBe('verifying');
    const gone = known && verified(known, null, 20_000);
    expect(gone).toMatchObject({ phase: 'gone', endedAt: 20_000 });
    expect(gone && newsOf(gone)).toBe('gone');
  });

  test('an error that somebody cleared is forgotten without a word; one that was restarted and is there is done', () => {
    const cleared = sampleTransfer({ phase: 'verifying', verify: { from: 'error', misses: 0, nextAt: 0 } });
    expect(isLastTry(cleared)).toBe(true);
    expect(verified(cleared, null, 4_000)).toBeNull();
    expect(verified(cleared, { title: 'one', size: 1 }, 4_000)).toMatchObject({ phase: 'done' });
  });

  test('an answer about what came back meanwhile changes nothing', () => {
    const back = sampleTransfer();
    expect(verified(back, null, 4_000)).toBe(back);
  });
});

test('of what has ended, the newest 200 are kept, and none that was not told', () => {
  const ended = Array.from({ length: 205 }, (_, at) =>
    sampleTransfer({ fileCode: `${at}`, phase: 'done', endedAt: at }),
  );
  const untold = sampleTransfer({ phase: 'done', endedAt: 0, announced: false });
  expect(surplus([untold, sampleTransfer(), ...ended]).map(({ fileCode }) => fileCode)).toEqual([
    '4',
    '3',
    '2',
    '1',
    '0',
  ]);
});
