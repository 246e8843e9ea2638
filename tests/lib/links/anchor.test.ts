import { describe, expect, test } from 'vitest';
import { removeAnchor } from '../../../lib/links/anchor.ts';

describe('an anchor within the file', () => {
  test.each([
    ['nothing, or the start', ['', '/', '!', '!/', 'top', '_top']],
    ['text to scroll to', [':~:text=big%20film', 'intro:~:text=hi,there', 'page=2:~:text=hi&text=you']],
    [
      'a heading',
      [
        'intro',
        'section-2',
        'Related_Work',
        'TOP',
        'FAQ2',
        'Überblick',
        '概要',
        'chapter-12',
        'readme-ov-file',
      ],
    ],
    [
      'a note or a comment',
      [
        'cite_note-5',
        'fn1',
        'fn:1',
        'fnref:12',
        'footnote1',
        'comment-1234',
        'post123456',
        'msg-12345',
        'discussion_r123456',
        'issuecomment-1234567',
        'p42',
      ],
    ],
    ['a part of a document', ['sec:intro', '_Toc123456789', 'page12']],
    ['where the reader came from', ['utm_source=news&utm_medium=mail']],
    ['lines', ['L12', 'L12-L20', 'L12-20', 'L12C3-L14C5']],
    [
      'a page of a document',
      [
        'page=2',
        'Page=2',
        'page=3&view=FitH,100',
        'page=2&zoom=auto,-12,792&',
        'nameddest=chapter2',
        'search="big film"',
        'toolbar=0&navpanes=0',
        'heading=h.gjdgxs',
      ],
    ],
    ['a time', ['t=90', 'T=90', 't=1m30s', 't=npt:10,20', 't=0:02:00', 't=90&autoplay', 'start=30']],
    [
      'a part of a picture',
      ['xywh=0,0,10,10', 'xywh=percent:25,25,50,50', 't=10&xywh=0,0,1,1', 'svgView(viewBox(0,0,200,200))'],
    ],
    ['a place in a book', ['epubcfi(/6/4!/4/2)']],
  ])('%s', (_, fragments) => {
    expect(fragments.filter((fragment) => removeAnchor(fragment) !== '')).toEqual([]);
  });
});

describe('a fragment that names another file', () => {
  test.each([
    ['a route of a script', ['/route', '/video/1', '/watch?v=1', '!/x', '/media/File:Foo.jpg', '?id=1']],
    ['a file and its key', ['!id1!k', '!F1', 'F!abc!def', 'key/file/F1', 'k3yAbC9x', 'P!AgEAAA']],
    [
      'a key',
      [
        'AbC-dEf_123456789012',
        'abcDEF12',
        'deadbeefcafe0123',
        'abc123',
        '_Zk3b1Yq2',
        '0123456789abcdef',
        'a'.repeat(40),
      ],
    ],
    [
      'one of several',
      [
        '2',
        'video2',
        'video=2',
        'episode-3',
        'S01E02',
        'img_5',
        'track3',
        'season2',
        'gallery-5',
        'lesson-3',
        'disc 1',
      ],
    ],
    ['the name of a file', ['file.mp4', 'part2.rar', 'My film.webm']],
    ['values', ['id=1', 'v=abc', 't=10&file=2', 'page=/x', 'access_token=x', 'link=https://x.example']],
  ])('%s', (_, fragments) => {
    expect(fragments.filter((fragment) => removeAnchor(fragment) !== fragment)).toEqual([]);
  });
});

test('text fragments never distinguish files', () => {
  expect(removeAnchor('k3yAbC9x:~:text=big%20film')).toBe('k3yAbC9x');
});
