/** Where pages are, by the majority of what a service returns, and what happens to an account when that changes. */
import { describe, expect, it, test } from 'vitest';
import { type Account, withFollowedPages } from '../../../lib/accounts/account.ts';
import type { PageKind } from '../../../lib/accounts/file-page.ts';
import { learnPages, withLearnedPages } from '../../../lib/accounts/learn-pages.ts';

const [a, b, c] = ['https://a.example', 'https://b.example', 'https://c.example'];
const vote = (base: string, count: number, form = '/d/CODE', kind: PageKind = 'download') => ({
  base,
  form,
  kind,
  count,
});

describe('the majority', () => {
  test.each([
    ['one address', [vote(a, 1)], undefined],
    ['two', [vote(a, 2)], undefined],
    ['three that agree', [vote(a, 3)], a],
    ['few that do not', [vote(a, 8), vote(b, 1)], undefined],
    ['a few more', [vote(a, 8), vote(b, 2)], a],
    ['a tie', [vote(a, 50), vote(b, 50)], undefined],
    ['the largest of three, but not most', [vote(a, 40), vote(b, 30), vote(c, 30)], undefined],
    ['two thirds', [vote(a, 40), vote(b, 20)], undefined],
    ['just more than two thirds', [vote(a, 41), vote(b, 20)], a],
    ['one host with several forms', [vote(a, 40), vote(a, 30, '/CODE.html'), vote(b, 30)], a],
    ['none', [], undefined],
  ])('of %s', (_, votes, base) => {
    expect(learnPages(votes).download?.base).toBe(base);
  });

  it('has the usual form of its host', () => {
    const votes = [vote(b, 40, '/v/CODE'), vote(a, 60, '/CODE.html'), vote(a, 50, '/d/CODE')];
    expect(learnPages(votes).download).toEqual({ base: a, form: '/CODE.html' });
  });

  it('is found separately for each kind of page', () => {
    const votes = [vote(a, 10), vote(b, 10, '/e/CODE', 'player'), vote(c, 1, '/e/CODE', 'player')];
    expect(learnPages(votes)).toEqual({
      download: { base: a, form: '/d/CODE' },
      player: { base: b, form: '/e/CODE' },
    });
  });
});

const account: Account = { id: '1', baseUrl: 'https://api.example', email: null, addedAt: 0 };
const at = (base: string, form = '/d/CODE') => ({ download: { base, form } });

describe('an account', () => {
  it('uses new knowledge at once if it had none', () => {
    const known = withLearnedPages(account, at(a));
    expect(known).toEqual({ ...account, pages: at(a) });
    const both = withLearnedPages(known, { player: { base: b, form: '/e/CODE' } });
    expect(both.pages).toEqual({ ...at(a), player: { base: b, form: '/e/CODE' } });
    expect(both.newPages).toBeUndefined();
  });

  it('stays the same object if nothing was learned', () => {
    const known = withLearnedPages(account, at(a));
    expect(withLearnedPages(known, at(a))).toBe(known);
    expect(withLearnedPages(known, {})).toBe(known);
    const offered = withLearnedPages(known, at(b));
    expect(withLearnedPages(offered, at(b))).toBe(offered);
  });

  it('switches to another form at the same host', () => {
    const known = withLearnedPages(account, at(a));
    expect(withLearnedPages(known, at(a, '/CODE.html'))).toEqual({
      ...account,
      pages: at(a, '/CODE.html'),
    });
  });

  it('keeps its host and offers the new one, until most files are back at the old one', () => {
    const known = withLearnedPages(account, at(a));
    const offered = withLearnedPages(known, at(b));
    expect(offered).toEqual({ ...known, newPages: { pages: at(b), isDismissed: false } });
    const dismissed = { ...offered, newPages: { pages: at(b), isDismissed: true } };
    expect(withLearnedPages(dismissed, at(b))).toBe(dismissed);
    expect(withLearnedPages(dismissed, at(c)).newPages).toEqual({ pages: at(c), isDismissed: false });
    expect(withLearnedPages(dismissed, at(a))).toEqual(known);
  });

  it('keeps the offer, and that it was dismissed, while listings name several hosts', () => {
    const offered = withLearnedPages(withLearnedPages(account, at(a)), at(b));
    expect(withLearnedPages(offered, {})).toBe(offered);
    const dismissed = { ...offered, newPages: { pages: at(b), isDismissed: true } };
    expect(withLearnedPages(dismissed, {})).toBe(dismissed);
    const otherForm = at(b, '/CODE.html');
    expect(withLearnedPages(dismissed, otherForm).newPages).toEqual({ pages: otherForm, isDismissed: true });
  });

  it('that follows the move remembers where links and players were', () => {
    const typed = { ...account, publicUrl: c, formerUrls: ['https://older.example', b] };
    const followed = withFollowedPages(withLearnedPages(withLearnedPages(typed, at(a)), at(b)));
    expect(followed).toEqual({
      ...account,
      pages: at(b),
      formerUrls: [c, a, 'https://older.example'],
    });
    // The service may move back.
    expect(withFollowedPages(withLearnedPages(followed, at(a))).formerUrls).toEqual([
      b,
      c,
      'https://older.example',
    ]);
  });

  it('offers nothing if the user has entered that host', () => {
    const typed = { ...account, publicUrl: b, pages: at(a) };
    expect(withLearnedPages(typed, at(b))).toEqual({ ...account, publicUrl: b, pages: at(b) });
  });

  it('offers nothing if its service has moved, with stored addresses from before and after', () => {
    const moved = { ...account, baseUrl: b, formerUrls: [a], pages: at(a) };
    expect(withLearnedPages(moved, at(a))).toBe(moved);
    expect(withLearnedPages(moved, at(b))).toEqual({ ...moved, pages: at(b) });
  });
});
