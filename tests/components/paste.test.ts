/** What is pasted into the box for links. */
import { expect, it } from 'vitest';
import { readPaste } from '../../components/send/paste.ts';

const urls = (text: string) => readPaste(text).links.map(({ url }) => url);

it('takes one link a line', () => {
  expect(urls('https://a.example/1\n\n  https://a.example/2  \r\n')).toEqual([
    'https://a.example/1',
    'https://a.example/2',
  ]);
});

it('finds addresses inside of text', () => {
  expect(urls('see https://a.example/1, and (https://a.example/2).')).toEqual([
    'https://a.example/1',
    'https://a.example/2',
  ]);
});

it('gives each address once, with its first line and how often it stands there', () => {
  const { links } = readPaste(
    'https://a.example/1\n\nsee https://a.example/2, https://a.example/1\nhttps://a.example/1',
  );
  expect(links).toEqual([
    { url: 'https://a.example/1', line: 1, times: 3 },
    { url: 'https://a.example/2', line: 3, times: 1 },
  ]);
});

it('names the lines in which there is no address, and says nothing of empty ones and comments', () => {
  expect(readPaste('# https://a.example/1\r\n\r\n  javascript:alert(1) \r\nplain words').badLines).toEqual([
    { line: 3, text: 'javascript:alert(1)' },
    { line: 4, text: 'plain words' },
  ]);
});

it('takes an address with a fragment for an address', () => {
  expect(readPaste('https://a.example/1#part').links).toHaveLength(1);
});

it('makes nothing of nothing', () => {
  expect(readPaste(' \n\n')).toEqual({ links: [], badLines: [] });
});
