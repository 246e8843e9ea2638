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

it('counts an address once', () => {
  expect(urls('https://a.example/1\nagain: https://a.example/1')).toEqual(['https://a.example/1']);
});

it('names the lines in which there is none', () => {
  expect(readPaste('https://a.example/1\njavascript:alert(1)\nhello').badLines).toEqual([
    'javascript:alert(1)',
    'hello',
  ]);
});

it('makes nothing of nothing', () => {
  expect(readPaste(' \n\n')).toEqual({ links: [], badLines: [] });
});
