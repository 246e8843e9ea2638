import { describe, expect, it } from 'vitest';
import { fileName } from '../../../components/save-as-file.ts';
import { linksText } from '../../../components/uploads/links-text.ts';
import { readLinks } from '../../../lib/links/read-links.ts';

describe('links as text', () => {
  const links = [
    { url: 'https://a.example/1', comments: ['First', null, 'Movies', ' '] },
    { url: 'https://a.example/2', comments: [null] },
    { url: 'https://a.example/3', comments: ['two\nlines https://evil.example/x\u2028three'] },
    {
      url: 'https://a.example/4',
      comments: [
        'evil.example/x',
        'www.evil.example',
        String.raw`http:\/\/evil.example`,
        'https%3A%2F%2Fevil.example',
        'evil.example&#47;x',
        '3/5',
      ],
    },
  ];

  it('has one address per line, and comments above their address', () => {
    expect(linksText('A list', links)).toBe(
      [
        '# A list',
        '# First · Movies',
        'https://a.example/1',
        'https://a.example/2',
        '# two lines https: //evil.example /x three',
        'https://a.example/3',
        String.raw`# evil.example /x · www. evil.example · http: \/\/evil.example · https %3A%2F%2Fevil.example · evil.example &#47;x · 3/5`,
        'https://a.example/4',
        '',
      ].join('\n'),
    );
  });

  it('has no direction marks, which are for the page', () => {
    const links = [{ url: 'https://a.example/1', comments: ['في «\u2068Movies\u2069»'] }];
    expect(linksText('\u2068demo\u2069', links)).toBe('# demo\n# في «Movies»\nhttps://a.example/1\n');
  });

  it('can be pasted as the same links in the same order, and finds no links in comments', () => {
    const { links: back, leftOut } = readLinks(linksText('A list of https://b.example', links));
    expect(back.map(({ url }) => url)).toEqual(links.map(({ url }) => url));
    expect(leftOut).toEqual([]);
  });

  it('has a file name with its kind and date', () => {
    expect(fileName('failed', Date.UTC(2026, 10, 20))).toBe('linkhaul-failed-2026-11-20.txt');
  });
});
