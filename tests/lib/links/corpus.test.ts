/** The reader of links against texts of 27 languages in 24 scripts, and all kinds of untidy texts, with the expected links. */
import { readFileSync } from 'node:fs';
import { decodeHTMLAttribute } from 'entities/decode';
import { expect, it } from 'vitest';
import { readLinks } from '../../../lib/links/read-links.ts';

/** Two lines each: a text, then its links after an arrow. In the text, invisible characters are escaped, ⏎ ends a line and ⇥ is a tab. */
const lines = readFileSync(new URL('corpus.txt', import.meta.url), 'utf8').split('\n');
const cases = lines.flatMap((line, at) => {
  if (!line.startsWith('→')) return [];
  const text = (lines[at - 1] ?? '')
    .replace(/\\u(200[b-f]|202[a-e]|206\d|feff|00ad)/g, (_, code) =>
      String.fromCharCode(Number.parseInt(code, 16)),
    )
    .replaceAll('⏎', '\n')
    .replaceAll('⇥', '\t');
  return { text, urls: line.split(' ').slice(1) };
});

it('finds every link of the corpus, and nothing else', () => {
  const wrong: string[] = [];
  let right = 0;
  let found = 0;
  let wanted = 0;
  for (const { text, urls } of cases) {
    const read = readLinks(text, decodeHTMLAttribute).links.map(({ url }) => url);
    right += read.filter((url) => urls.includes(url)).length;
    found += read.length;
    wanted += urls.length;
    if (read.join(' ') !== urls.join(' ')) wrong.push(`${text}\n  ${read.join(' ')}\n  ${urls.join(' ')}`);
  }
  console.log(
    `${wanted} links: precision ${(right / found).toFixed(4)}, recall ${(right / wanted).toFixed(4)}`,
  );
  expect(wrong).toEqual([]);
  expect(wanted).toBeGreaterThan(300);
});
