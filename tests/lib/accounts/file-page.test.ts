/** Parses and builds addresses of files' pages. */
import { describe, expect, it, test } from 'vitest';
import { buildPage, readFilePage } from '../../../lib/accounts/file-page.ts';

const code = 'abc123xyz';

describe('an address', () => {
  test.each([
    [`https://files.example/d/${code}`, 'https://files.example', '/d/CODE', 'download'],
    [`https://files.example/d/${code}/My%20clip.mp4?t=1#x`, 'https://files.example', '/d/CODE', 'download'],
    [`https://files.example/host/e/${code}/`, 'https://files.example/host', '/e/CODE', 'player'],
    [`http://play.example:8080/v/${code}`, 'http://play.example:8080', '/v/CODE', 'player'],
    [`https://play.example/embed/${code}`, 'https://play.example', '/embed/CODE', 'player'],
    [`https://play.example/embed-${code}.html`, 'https://play.example', '/embed-CODE.html', 'player'],
    [`https://play.example/embed-${code}-640x360.html`, 'https://play.example', '/embed-CODE.html', 'player'],
    [`https://files.example/${code}.html`, 'https://files.example', '/CODE.html', 'download'],
    [`https://files.example/${code}`, 'https://files.example', '/CODE', 'download'],
    [`https://files.example/${code}/clip.mp4.html`, 'https://files.example', '/CODE', 'download'],
    [`https://files.example/file/${code}`, 'https://files.example', '/file/CODE', 'download'],
    [`https://files.example/media/${code}`, 'https://files.example/media', '/CODE', 'download'],
  ])('%s', (address, base, form, kind) => {
    const page = readFilePage(address, code);
    expect(page).toMatchObject({ base, form, kind });
    expect(`${base}${page?.rest}`).toBe(address);
    // Without the code, the form is enough, except for a path of the host's own.
    if (!address.includes('/media/')) expect(readFilePage(address)).toEqual(page);
    expect(readFilePage(buildPage({ base, form }, 'other-99'), 'other-99')).toMatchObject({
      base,
      form,
      kind,
    });
  });

  test.each([
    ['https://files.example/', code],
    ['https://files.example/about', undefined],
    ['https://files.example/d/', undefined],
    ['https://files.example/d/other', code],
    ['ftp://files.example/d/abc123xyz', code],
    ['nonsense', code],
    [`https://files.example/${'x'.repeat(300)}/d/${code}`, code],
    ['https://files.example/d/%E0%A4%A', undefined],
  ])('%s is not a page of %s', (address, fileCode) => {
    expect(readFilePage(address, fileCode)).toBeNull();
  });

  it('may have a code of any characters', () => {
    const page = readFilePage('https://files.example/d/a%2Fb%24%26', 'a/b$&');
    expect(page).toMatchObject({ base: 'https://files.example', form: '/d/CODE' });
    expect(buildPage({ base: 'https://files.example', form: '/d/CODE' }, 'a/b$&')).toBe(
      'https://files.example/d/a%2Fb%24%26',
    );
  });

  it('has the code in the last place, even if the code is also a word', () => {
    expect(readFilePage('https://files.example/d/d', 'd')).toMatchObject({ form: '/d/CODE' });
  });
});
