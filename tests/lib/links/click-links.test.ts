import { describe, expect, it } from 'vitest';
import { findClickLinks } from '../../../lib/links/click-links.ts';

const page = { pageUrl: 'https://a.example/page', pageTitle: 'A page' };

const stoodOn = { pageUrl: 'https://a.example/page', pageTitle: 'A page' };

describe('findClickLinks', () => {
  it('takes the link around an image, with its text as title', () => {
    const click = {
      ...page,
      linkUrl: 'https://a.example/film',
      linkText: 'The film',
      srcUrl: 'https://a.example/i.png',
    };
    expect(findClickLinks(click)).toEqual({
      links: [{ url: 'https://a.example/film', title: 'The film', ...stoodOn }],
      unusable: null,
    });
  });

  it('takes the address that a link displays, if the link leads through a redirector', () => {
    const linkUrl = 'https://www.google.com/url?q=https%3A%2F%2Ffiles.example%2Fa.mp4';
    const shown = findClickLinks({ ...page, linkUrl, linkText: 'https://files.example/a.mp4' });
    expect(shown.links).toEqual([{ url: 'https://files.example/a.mp4', title: undefined, ...stoodOn }]);
    expect(findClickLinks({ ...page, linkUrl, linkText: 'The film' }).links[0]?.url).toBe(linkUrl);
  });

  it('takes the address of an image, video or audio without a link', () => {
    expect(findClickLinks({ ...page, srcUrl: 'https://a.example/holiday.webm' }).links).toEqual([
      { url: 'https://a.example/holiday.webm', title: undefined, ...stoodOn },
    ]);
  });

  it.each([
    ['a nameless address', { srcUrl: 'https://cdn.example/8f3a.mp4' }, 'A page'],
    ['one in a frame', { srcUrl: 'https://cdn.example/8f3a.mp4', frameUrl: 'https://b.example/f' }, 'A page'],
    ['an address with a name', { srcUrl: 'https://cdn.example/holiday.mp4' }, undefined],
    ['media that are the page', { srcUrl: 'https://a.example/1', pageUrl: 'https://a.example/1' }, undefined],
    [
      'a title that is an address',
      { srcUrl: 'https://cdn.example/1', pageTitle: 'cdn.example/1' },
      undefined,
    ],
  ])('gives media the title of the page if their address has none: %s', (_, click, title) => {
    expect(findClickLinks({ ...page, ...click }).links[0]?.title).toBe(title);
  });

  it('reads the page in the address of its reader view, unless no service could know it', () => {
    const srcUrl = 'https://cdn.example/1.mp4';
    const on = (pageUrl: string) => findClickLinks({ srcUrl, pageUrl }).links[0]?.pageUrl;
    expect(on('about:reader?url=https%3A%2F%2Fa.example%2Fpage')).toBe('https://a.example/page');
    expect(on('file:///home/page.html')).toBeUndefined();
  });

  it('takes every address in a selection', () => {
    const click = { ...page, selectionText: 'https://a.example/1 and https://a.example/2' };
    expect(findClickLinks(click).links.map(({ url }) => url)).toEqual([
      'https://a.example/1',
      'https://a.example/2',
    ]);
  });

  it('reports a selection whose addresses aren’t displayed', () => {
    const isChanged = (selectionText: string) => findClickLinks({ ...page, selectionText }).isChanged;
    expect(isChanged('https://a.example/1.mp4,A Talk,12')).toBe(true);
    expect(isChanged('#trailer https://a.example/1.mp4')).toBeUndefined();
  });

  it('returns parts of a selection that may be links and can’t be sent', () => {
    const long = `https://a.example/${'x'.repeat(70_000)}`;
    const selectionText = `https://a.example/1\nhttp://h.example/My Movie/\n${long}\nmailto:a@b.example`;
    expect(findClickLinks({ ...page, selectionText }).unusable?.split('\n')).toEqual([
      'http://h.example/My Movie/',
      long,
    ]);
  });

  it('takes the page if nothing was clicked, and a frame before the page around it', () => {
    expect(findClickLinks(page).links).toEqual([{ url: 'https://a.example/page', title: 'A page' }]);
    expect(findClickLinks({ ...page, frameUrl: 'https://b.example/frame' }).links[0]?.url).toBe(
      'https://b.example/frame',
    );
  });

  it.each([
    [{ ...page, srcUrl: 'blob:https://a.example/1' }, 'blob:https://a.example/1'],
    [{ ...page, linkUrl: 'javascript:void 0' }, 'javascript:void 0'],
    [{ ...page, selectionText: 'only words' }, 'only words'],
    [{ pageUrl: 'about:blank' }, 'about:blank'],
  ])('returns the clicked address if no service could fetch it: %j', (click, unusable) => {
    expect(findClickLinks(click)).toEqual({ links: [], unusable });
  });
});
