import { describe, expect, it } from 'vitest';
import { parseSubject, parseView } from '../../../components/manager/manager-view.ts';

describe('an address of the manager', () => {
  it.each([
    ['', 'uploads', null],
    ['#uploads', 'uploads', null],
    ['#nonsense', 'uploads', null],
    ['#activity', 'activity', null],
    ['#reports', 'reports', null],
    ['#embed', 'embed', null],
    ['#account', 'account', null],
    ['#embed/', 'embed', null],
    ['#embed/abc', 'embed', 'abc'],
    [`#embed/${encodeURIComponent('a/b #?%2F é')}`, 'embed', 'a/b #?%2F é'],
    ['#embed/a/b', 'embed', 'a/b'],
    ['#embed/100%', 'embed', '100%'],
  ])('%s', (hash, view, subject) => {
    expect([parseView(hash), parseSubject(hash)]).toEqual([view, subject]);
  });
});
