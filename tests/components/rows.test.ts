/** Outbox and watch become one list. */
import { describe, expect, it } from 'vitest';
import { progressOf, titleOfAddress, transferRows, underWay } from '../../components/transfers/rows.ts';
import { whatHappened } from '../../components/transfers/told.ts';
import { item, now, transfer } from '../gallery/sample.ts';

const rowsOf = (
  ...args: [items: Parameters<typeof transferRows>[1], transfers: Parameters<typeof transferRows>[2]]
) => transferRows('a1', ...args);
const titles = (rows: ReturnType<typeof transferRows>) => rows.map(({ title }) => title);

describe('the list', () => {
  it('puts what moves first, then what wants the user, then what waits, then what has arrived, newest first', () => {
    const rows = rowsOf(
      [
        item({ title: 'waits', position: 1 }),
        item({ title: 'refused', state: 'refused' }),
        item({ title: 'sending', state: 'sending', position: -1 }),
      ],
      [
        transfer({ title: 'arrived first', phase: 'done', endedAt: now - 2000 }),
        transfer({ title: 'arrived last', phase: 'done', endedAt: now - 1000 }),
        transfer({ title: 'waits there', phase: 'pending' }),
        transfer({ title: 'working' }),
      ],
    );
    expect(titles(rows)).toEqual([
      'sending',
      'working',
      'refused',
      'waits there',
      'waits',
      'arrived last',
      'arrived first',
    ]);
  });

  it('keeps the order of the outbox', () => {
    const items = [item({ title: 'second', position: 20 }), item({ title: 'first', position: 10 })];
    expect(titles(rowsOf(items, []))).toEqual(['first', 'second']);
  });

  it('shows one account only', () => {
    expect(rowsOf([item({ accountId: 'other' })], [transfer({ accountId: 'other' })])).toEqual([]);
  });

  it('shows a link once while outbox and watch both know it', () => {
    const accepted = item({ state: 'accepted', fileCode: 'c1', title: 'from the outbox' });
    expect(titles(rowsOf([accepted], [transfer({ fileCode: 'c1', title: 'from the watch' })]))).toEqual([
      'from the watch',
    ]);
    expect(titles(rowsOf([accepted], [transfer({ fileCode: 'c2', title: 'another' })]))).toContain(
      'from the outbox',
    );
  });

  it('takes no heed of another account’s transfer with the same code', () => {
    const accepted = item({ state: 'accepted', fileCode: 'c1', title: 'ours' });
    expect(titles(rowsOf([accepted], [transfer({ accountId: 'other', fileCode: 'c1' })]))).toEqual(['ours']);
  });

  describe('a link that outbox and watch both know, because the two are read one after the other', () => {
    const url = 'https://a.example/film';
    const kinds = (...lists: Parameters<typeof rowsOf>) => rowsOf(...lists).map(({ state }) => state.kind);

    it('is the outbox’s until the watch has taken it over', () => {
      expect(kinds([item({ state: 'sending', url })], [transfer({ url, ours: false })])).toEqual(['sending']);
      expect(kinds([item({ state: 'queued', url })], [transfer({ url, ours: false })])).toEqual(['waiting']);
    });

    it('is a transfer from then on, also where the outbox was read too early', () => {
      expect(kinds([item({ state: 'sending', url })], [transfer({ url, ours: true })])).toEqual(['working']);
      expect(kinds([item({ state: 'queued', url })], [transfer({ url, ours: true })])).toEqual(['working']);
    });

    it('is two where it was sent twice on purpose', () => {
      const [first, second] = [item({ url, state: 'queued' }), item({ url, state: 'queued' })];
      expect(kinds([first, second], [transfer({ url, ours: true })])).toEqual(['working', 'waiting']);
      const before = transfer({ url, ours: true, firstSeenAt: first.createdAt - 1 });
      expect(kinds([first], [before])).toEqual(['working', 'waiting']);
    });

    it('stays in sight where it waits for a reason', () => {
      const waiting = { reason: 'network', until: null } as const;
      expect(kinds([item({ url, waiting })], [transfer({ url, ours: true })])).toEqual([
        'working',
        'waiting',
      ]);
    });
  });

  it('leaves out what the user dismissed, and does not show its outbox item in its place', () => {
    const accepted = item({ state: 'accepted', fileCode: 'c1' });
    expect(rowsOf([accepted], [transfer({ fileCode: 'c1', hidden: true })])).toEqual([]);
  });

  it('takes silence of the service for silence, not for an empty quotation', () => {
    const [row] = rowsOf([item({ state: 'refused', msg: '  ' })], []);
    expect(row?.state).toEqual({ kind: 'refused', msg: null });
  });

  it('counts what is still under way', () => {
    const rows = rowsOf(
      [item({}), item({ state: 'refused' }), item({ state: 'unsure' })],
      [transfer({}), transfer({ phase: 'error' }), transfer({ phase: 'done' }), transfer({ phase: 'gone' })],
    );
    expect(underWay(rows)).toBe(3);
  });
});

describe('progress', () => {
  const of = (
    bytesDownloaded: number | null,
    bytesTotal: number | null,
    bytesPerSecond: number | null = null,
  ) => progressOf({ bytesDownloaded, bytesTotal, bytesPerSecond });

  it('tells share and time left', () => {
    expect(of(250, 1000, 50)).toMatchObject({ share: 0.25, secondsLeft: 15 });
  });
  it('tells no share of an unknown, empty or exceeded total', () => {
    for (const total of [null, 0, 100])
      expect(of(250, total, 50)).toMatchObject({ total: null, share: null, secondsLeft: null });
  });
  it('tells no time left of something that stands still', () => {
    expect(of(250, 1000, 0).secondsLeft).toBeNull();
    expect(of(250, 1000, null).secondsLeft).toBeNull();
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
    expect(titleOfAddress(url)).toBe(title);
  });
});

it('a title that is only made of the address is not taken for one that was given', () => {
  const url = 'https://downloads.example/films/spring.mkv';
  const rows = rowsOf(
    [item({ title: null, url }), item({ title: 'Spring', url })],
    [transfer({ title: null, url: 'https://downloads.example/x.mkv' })],
  );
  expect(rows.map(({ title, given }) => [title, given]).sort()).toEqual([
    ['Spring', 'Spring'],
    ['spring.mkv', null],
    ['x.mkv', null],
  ]);
});

describe('what is read out', () => {
  const link = item({ url: 'https://a.example/one' });
  const running = transfer({ fileCode: 'c1', url: 'https://a.example/one' });

  it('is an ending', () => {
    const told = whatHappened(rowsOf([], [running]), rowsOf([], [{ ...running, phase: 'done' }]));
    expect(told.map(({ kind }) => kind)).toEqual(['done']);
  });
  it('is that the service took a link', () => {
    const told = whatHappened(rowsOf([link], []), rowsOf([], [running]));
    expect(told.map(({ kind }) => kind)).toEqual(['accepted']);
  });
  it('is no progress, and nothing that stood there from the start', () => {
    expect(whatHappened(rowsOf([], [running]), rowsOf([], [{ ...running, bytesDownloaded: 5e8 }]))).toEqual(
      [],
    );
    expect(whatHappened([], rowsOf([], [{ ...running, phase: 'done' }]))).toEqual([]);
  });
  it('is said once', () => {
    const done = rowsOf([], [{ ...running, phase: 'done' }]);
    expect(whatHappened(done, done)).toEqual([]);
  });
});
