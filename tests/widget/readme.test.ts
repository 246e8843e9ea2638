/** The README lists everything that users can write, import or style, and its pictures exist. */
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { embedFormats } from '../../widget/src/index.ts';

const read = (path: string) => readFile(new URL(`../../widget/${path}`, import.meta.url), 'utf8');
const readme = await read('README.md');
const element = await read('src/element.ts');

/** Names in the element's JSDoc, the source of the manifest for editors. */
const readTags = (tag: string) =>
  Array.from(element.matchAll(new RegExp(`@${tag} (?:\\{.*?\\} )?(\\S+)`, 'g')), ([, name = '']) => name);

describe('the README', () => {
  it.each(['attr', 'fires', 'csspart', 'slot'])('lists every @%s of the element', (tag) => {
    const names = readTags(tag);
    expect(names.length).toBeGreaterThan(2);
    // The unnamed slot is for the link.
    for (const name of names.filter((each) => each !== '-')) expect(readme).toContain(`\`${name}\``);
  });

  it('lists every custom property, format, error code and entry', async () => {
    for (const name of readTags('cssprop')) expect(readme).toContain(name);
    for (const format of embedFormats) expect(readme).toContain(`\`${format}\``);
    const [, codes = ''] = /EmbedErrorCode =(.*?);/s.exec(await read('src/validation.ts')) ?? [];
    const all = Array.from(codes.matchAll(/\| '([\w-]+)'/g), ([, code]) => code);
    expect(all.length).toBeGreaterThan(5);
    for (const code of all) expect(readme).toContain(`\`${code}\``);
    const { exports } = JSON.parse(await read('package.json')) as { exports: Record<string, string> };
    for (const entry of Object.keys(exports).filter((each) => /^\.\/\w+$/.test(each)))
      expect(readme).toMatch(
        new RegExp(`\`(linkhaul-player)?${entry.slice(1)}\`|'linkhaul-player${entry.slice(1)}'`),
      );
  });

  it('has existing pictures, and its sections in order', () => {
    const pictures = Array.from(readme.matchAll(/!\[[^\]]+\]\(([^)]+)\)/g), ([, path = '']) => path);
    expect(pictures).not.toEqual([]);
    for (const path of pictures)
      expect(existsSync(new URL(`../../widget/${path}`, import.meta.url))).toBe(true);
    expect(Array.from(readme.matchAll(/^## (.*)$/gm), ([, title]) => title)).toEqual([
      'Copy and paste',
      'Progressive enhancement',
      'Options',
      'Theming',
      'Security',
    ]);
    expect(readme.indexOf('![')).toBeLessThan(readme.indexOf('## '));
  });
});
