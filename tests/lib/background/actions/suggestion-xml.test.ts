import fc from 'fast-check';
import { expect, it } from 'vitest';
import { formatSuggestionXml } from '../../../../lib/background/actions/address-bar.ts';

const xml = (title: string, typed: string, folderName: string | null = null) =>
  formatSuggestionXml({ title, folderName, content: '' }, typed);

it('marks the match, and shows the folder after it', () => {
  expect(xml('Big Bück & Bunny', 'buck')).toBe('Big <match>Bück</match> &#38; Bunny');
  expect(xml('Sintel', 'x', 'A <b>')).toBe('Sintel <dim>– A &#60;b&#62;</dim>');
});

it('escapes any title', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: 'binary' }),
      fc.string({ unit: 'binary', maxLength: 3 }),
      (title, typed) => {
        const text = xml(title, typed)
          .replaceAll(/<\/?match>/gu, '')
          .replaceAll(/&#(\d+);/gu, (_, code) => String.fromCharCode(code));
        expect(text).toBe(title.toWellFormed().replaceAll(/[\p{Cc}\ufffe\uffff]/gu, ' '));
        expect(xml(title, typed).replaceAll(/<\/?match>|&#\d+;/gu, '')).not.toMatch(/[<>&"']|\p{Cc}/u);
      },
    ),
  );
});
