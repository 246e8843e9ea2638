/** What is pasted into the box for links. */
import { expect, it } from 'vitest';
import { readPaste } from '../../../components/send/paste.ts';

const urls = (text: string) => readPaste(text).links.map(({ url }) => url);

it('reads one link for each line', () => {
  expect(urls('https://a.example/1\n\n  https://a.example/2  \r\n')).toEqual([
    'https://a.example/1',
    'https://a.example/2',
  ]);
});

it('finds addresses in text', () => {
  expect(urls('see https://a.example/1, and (https://a.example/2).')).toEqual([
    'https://a.example/1',
    'https://a.example/2',
  ]);
  expect(urls('see a.example/1.zip, and b.example/2.mp4. Node.js 3.5 or etc.And/or file.name')).toEqual([
    'https://a.example/1.zip',
    'https://b.example/2.mp4',
  ]);
});

it('returns each address once, with its first line and number of occurrences', () => {
  const { links } = readPaste(
    'https://a.example/1\n\nsee https://a.example/2, https://a.example/1\nhttps://a.example/1',
  );
  expect(links).toEqual([
    { url: 'https://a.example/1', line: 1, times: 3 },
    { url: 'https://a.example/2', line: 3, times: 1 },
  ]);
});

it('reports lines without a link and why, and ignores empty lines and comments', () => {
  const long = `https://a.example/${'x'.repeat(9_000)}`;
  const text = ['# https://a.example/1', '', '  javascript:alert(1) ', 'plain words', long, 'holiday.mkv'];
  expect(readPaste(text.join('\r\n')).badLines).toEqual([
    { line: 3, text: 'javascript:alert(1)', reason: 'scheme' },
    { line: 4, text: 'plain words', reason: 'no-link' },
    { line: 5, text: long, reason: 'too-long' },
    { line: 6, text: 'holiday.mkv', reason: 'no-link' },
  ]);
});

it('reads addresses without scheme', () => {
  expect(urls('example.com/a.zip\nfiles.example.co.uk:8080/b\nwww.example.com\nbücher.example/c')).toEqual([
    'https://example.com/a.zip',
    'https://files.example.co.uk:8080/b',
    'https://www.example.com/',
    'https://xn--bcher-kva.example/c',
  ]);
});

it('reads an address with a fragment as an address, not as a comment', () => {
  expect(readPaste('https://a.example/1#part').links).toHaveLength(1);
});

it('returns nothing for blank text', () => {
  expect(readPaste(' \n\n')).toEqual({ links: [], badLines: [] });
});
