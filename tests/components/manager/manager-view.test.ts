import { describe, expect, it } from 'vitest';
import {
  getHeaderView,
  headerViews,
  parseSubject,
  parseView,
  toOtherAccount,
} from '../../../components/manager/manager-view.ts';

describe('the header', () => {
  it('has four links, and each view belongs to one of them', () => {
    expect(headerViews.map(({ id }) => id)).toEqual(['uploads', 'files', 'activity', 'reports']);
    for (const { id } of headerViews) expect(getHeaderView(id)).toBe(id);
    expect((['embed', 'takedowns', 'account'] as const).map(getHeaderView)).toEqual(['files', 'files', null]);
  });
});

describe('an address of the manager', () => {
  it.each([
    ['', 'uploads', null],
    ['#uploads', 'uploads', null],
    ['#nonsense', 'uploads', null],
    ['#activity', 'activity', null],
    ['#reports', 'reports', null],
    ['#embed', 'embed', null],
    ['#account', 'account', null],
    ['#takedowns', 'takedowns', null],
    ['#embed/', 'embed', null],
    ['#embed/abc', 'embed', 'abc'],
    [`#embed/${encodeURIComponent('a/b #?%2F é')}`, 'embed', 'a/b #?%2F é'],
    ['#embed/a/b', 'embed', 'a/b'],
    ['#embed/100%', 'embed', '100%'],
  ])('%s', (hash, view, subject) => {
    expect([parseView(hash), parseSubject(hash)]).toEqual([view, subject]);
  });

  it.each([
    ['#files/7/abc?q=ferry&sort=-size', '#files?q=ferry&sort=-size'],
    ['#files/7', '#files'],
    ['#embed/abc', '#embed'],
    ['#uploads', '#uploads'],
    ['', ''],
  ])('%s becomes %s in another account', (hash, expected) => {
    expect(toOtherAccount(hash)).toBe(expected);
  });
});
