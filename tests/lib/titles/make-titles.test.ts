import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import {
  listPlaceholders,
  makeTitles as makeTitlesIn,
  type NewTitles,
  type PatternFile,
  type PatternItems,
  type PatternLink,
  type RenamePattern,
  unchangedPattern,
} from '../../../lib/titles/make-titles.ts';

const file = (title: string, change: Partial<PatternFile> = {}): PatternFile => ({
  fileCode: 'abcdef123456',
  title,
  folderId: '7',
  folderName: 'Lectures',
  uploaded: Date.UTC(2026, 10, 21, 23, 59) / 1_000,
  length: 754,
  ...change,
});
const renaming = (change: Partial<RenamePattern>): RenamePattern => ({ ...unchangedPattern, ...change });

const makeTitles = (files: PatternItems, pattern: RenamePattern, language = 'en') =>
  makeTitlesIn(files, pattern, language);

function getTitles(answer: NewTitles): readonly string[] {
  if (!answer.ok) throw new Error(`${answer.fault.kind}: ${answer.fault.text}`);
  return answer.titles;
}
const one = (title: string, change: Partial<RenamePattern>, language?: string) =>
  getTitles(makeTitles([file(title)], renaming(change), language))[0];
const problems = (files: readonly PatternFile[], change: Partial<RenamePattern>) => {
  const answer = makeTitles(files, renaming(change));
  return answer.ok ? answer.problems : answer.fault;
};

describe('a pattern', () => {
  it.each([
    ['{title}', 'old'],
    ['{n}. {title}', '1. old'],
    ['{n:3}', '001'],
    ['{date} {title}', '2026-11-21 old'],
    ['{length}', '12m34s'],
    ['{folder}-{code}', 'Lectures-abcdef123456'],
    ['no placeholder', 'no placeholder'],
    ['a { b } c', 'a { b } c'],
    ['{title}{title}', 'oldold'],
  ])('%s makes “%s”', (template, made) => expect(one('old', { template })).toBe(made));

  it('counts from the start value in steps', () => {
    const files = ['a', 'b', 'c'].map((title) => file(title));
    expect(getTitles(makeTitles(files, renaming({ template: '{n:2}', start: 8 })))).toEqual([
      '08',
      '09',
      '10',
    ]);
    expect(getTitles(makeTitles(files, renaming({ template: '{n:2}', start: 1, step: -1 })))).toEqual([
      '01',
      '00',
      '-01',
    ]);
  });

  it.each(['{name}', '{}', '{title:2}', '{toString}', '{N}'])('rejects %s as a placeholder', (text) => {
    expect(problems([file('a')], { template: `x ${text}` })).toEqual({ kind: 'placeholder', text });
  });

  it('has its own placeholders for links and for files', () => {
    const link: PatternLink = {
      fileCode: 'https://a.example/film.mp4',
      title: 'The film',
      folderId: '7',
      folderName: 'Lectures',
      page: '',
      site: 'a.example',
      uploaded: null,
    };
    const both = [link, { ...link, title: 'Second' }];
    const made = makeTitles(
      both,
      renaming({ template: '{n:2} {title} ({site})', find: 'the', letters: 'upper' }),
    );
    expect(getTitles(made)).toEqual(['01 FILM (A.EXAMPLE)', '02 SECOND (A.EXAMPLE)']);
    expect(makeTitles(both, renaming({ template: '{code}' })).ok).toBe(false);
    expect(makeTitles([file('a')], renaming({ template: '{site}' })).ok).toBe(false);
    expect(listPlaceholders(both)).toEqual(['n', 'title', 'page', 'site', 'folder', 'date']);
    expect(listPlaceholders([file('a')])).toEqual(['n', 'title', 'date', 'length', 'folder', 'code']);
  });

  it('replaces unknown values with nothing', () => {
    const files = [file('a', { uploaded: null, length: null }), file('a', { uploaded: 9e15, length: 3_723 })];
    expect(getTitles(makeTitles(files, renaming({ template: '{date}|{length}|' })))).toEqual([
      '||',
      '|1h02m03s|',
    ]);
  });
});

describe('find and replace', () => {
  it.each([
    [{ find: 'A', replace: 'o' }, 'bonono'],
    [{ find: 'A', replace: 'o', matchCase: true }, 'banana'],
    [{ find: '', replace: 'o' }, 'banana'],
    [{ find: '(a)n', replace: '<$1>', isExpression: true }, 'b<a><a>a'],
    [{ find: '(?<last>a)$', replace: '$<last>!', isExpression: true }, 'banana!'],
    [{ find: 'n', replace: '$1', isExpression: false }, 'ba$1a$1a'],
  ])('%o makes “%s” of banana', (change, made) => expect(one('banana', change)).toBe(made));

  it('cleans the old title, but neither the text that the pattern adds nor the text to find', () => {
    const change = { template: '{n}._{title}', find: '_2026', replace: '.', isCleaned: true };
    expect(one('holiday_2026part_1.mkv', change)).toBe('1._holiday part 1');
    expect(one('holiday_1', {})).toBe('holiday_1');
  });

  it('applies to the old title, not to the text that the pattern adds', () => {
    expect(one('part 1', { template: '{title} 1', find: '1', replace: 'one' })).toBe('part one 1');
  });

  it('takes special characters literally without regular expressions', () => {
    // A mark belongs to the letter before it, and invisible characters aren't part of a match.
    const character = fc
      .string({ minLength: 1, maxLength: 5, unit: 'grapheme' })
      .filter((text) => !/^\p{M}|^[\p{DI}\p{Cf}]|[\p{DI}\p{Cf}]$/u.test(text.normalize('NFKD')));
    fc.assert(
      fc.property(character, fc.string(), (find, replace) => {
        expect(one(`\u{f0000}${find}\u{f0000}`, { find, replace, matchCase: true })).toBe(
          `\u{f0000}${replace}\u{f0000}`,
        );
      }),
    );
  });

  it.each(['(', '[a', '*', '\\'])('rejects %s as an expression', (find) => {
    expect(problems([file('a')], { find, isExpression: true })).toMatchObject({ kind: 'expression' });
  });
});

describe('find', () => {
  test.each<[find: string, title: string, made: string]>([
    // Accents, composed or not, typed or not.
    ['é', 'Cafe\u0301 noir', 'Caf_ noir'],
    ['e\u0301', 'Café noir', 'Caf_ noir'],
    ['cafe', 'CAFÉ Cafe\u0301 cafe', '_ _ _'],
    ['å', 'A\u030angstro\u0308m \u212b', '_ngstro\u0308m _'],
    ['한', '\u1112\u1161\u11ab국', '_국'],
    ['が', 'か\u3099っこ', '_っこ'],
    // Spaces, dashes and quotes that look alike, and invisible characters.
    ['Part 1', 'Part\u00a01 of 2', '_ of 2'],
    ['Part 1', 'Part\u20091, part\u30001, Part  1, part\t1', '_, _, _, _'],
    ['Part\u00a01', 'Part 1', '_'],
    ['S01-E02', 'S01\u2011E02 S01–E02 S01−E02 S01－E02 s01-e02', '_ _ _ _ _'],
    ['S01–E02', 'S01-E02', '_'],
    ["don't", 'Don’t don‘t donʼt DON＇T', '_ _ _ _'],
    ['"it"', '“it” „it“ «it» ＂it＂', '_ _ _ _'],
    ['software', 'soft\u00adware s\u200bof\u2060tware\u200d!', '_ _\u200d!'],
    ['soft\u00adware', 'software', '_'],
    ['\u00ad', 'soft\u00adware', 'soft_ware'],
    ['\ufeff', '\ufeffTitle', '_Title'],
    // Digits and letters of other widths or scripts, and ligatures.
    ['2024', '２０２４ ۲۰۲۴ २०२४', '_ _ _'],
    ['２０２４', '2024', '_'],
    ['(HD)', '（ＨＤ） (hd)', '_ _'],
    ['final', 'ﬁnal FINAL', '_ _'],
    ['strasse', 'Straße', '_'],
    ['...', 'wait… wait...', 'wait_ wait_'],
    ['ǆep', 'Džep ǅep', '_ _'],
    ['کتاب', 'كتاب', '_'],
    ['σοφος', 'ΣΟΦΟΣ Σοφός', '_ _'],
    // An accent that was typed must match.
    ['ä', 'Bär und Katze', 'B_r und Katze'],
    ['ß', 'Messe, Straße', 'Messe, Stra_e'],
    ['й', 'синий', 'сини_'],
    // Other letters, and parts of a letter, stay.
    ['-', 'スーパーマン - 01', 'スーパーマン _ 01'],
    ['f', 'ﬁnal fin', 'ﬁnal _in'],
    ['.', 'wait… v1.0', 'wait… v1_0'],
    [' ', 'rock ´n´ roll', 'rock_´n´_roll'],
    ['👩', '👩‍👩‍👧 👩', '👩‍👩‍👧 _'],
    ['한', '하나 한국', '하나 _국'],
    ['राम', 'रामायण', '_ायण'],
    ['  ', 'a  b c', 'a_b c'],
    ['ana', 'bananana', 'b_n_'],
    ['ガンダム', 'ｶﾞﾝﾀﾞﾑ 1', '_ 1'],
  ])('%j in %j', (find, title, made) => {
    expect(one(title, { find, replace: '_' })).toBe(made);
  });

  test.each<[find: string, title: string, made: string]>([
    ['É', 'E\u0301te\u0301', '_te\u0301'],
    ['E', 'Été E', 'Été _'],
    ['S01-E02', 'S01\u2011E02 s01-e02', '_ s01-e02'],
    ['Part 1', 'Part\u00a0１ part 1', '_ part 1'],
    ['final', 'ﬁnal Final', '_ Final'],
    ['ss', 'Straße', 'Straße'],
    ['ي', 'کی ي', 'کی _'],
  ])('%j in %j, case-sensitive', (find, title, made) => {
    expect(one(title, { find, replace: '_', matchCase: true })).toBe(made);
  });

  test.each<[language: string, find: string, title: string, made: string]>([
    ['tr', 'ı', 'IŞIK ışık iki', '_Ş_K _ş_k iki'],
    ['en', 'ı', 'IŞIK ışık', 'IŞIK _ş_k'],
    ['tr', 'FILM', 'Film fılm FİLM', '_ _ _'],
    ['tr', 'İ', 'İki ılık', '_k_ ılık'],
    ['lt', 'ì', 'Ì ì', '_ _'],
  ])('in %s, %j in %j', (language, find, title, made) => {
    expect(one(title, { find, replace: '_' }, language)).toBe(made);
  });

  it('is exact as a regular expression', () => {
    const expression = { replace: '_', isExpression: true };
    expect(one('Part\u00a01 Part 1', { ...expression, find: 'Part 1' })).toBe('Part\u00a01 _');
    expect(one('é e\u0301', { ...expression, find: 'é' })).toBe('_ e\u0301');
  });

  it('takes no longer for many combining characters than for as many letters', () => {
    const measureMs = (title: string, find: string) => {
      const startedAtMs = performance.now();
      one(title, { find, replace: '_' });
      return performance.now() - startedAtMs;
    };
    const lettersMs = measureMs('ab'.repeat(50_000), 'ba');
    for (const [part, find] of [
      ['ﬁ', 'if'],
      ['a ', 'a a x'],
      ['e\u0301', 'e e'],
    ] as const)
      expect(measureMs(part.repeat(50_000), find)).toBeLessThan(2_000 + 10 * lettersMs);
  });

  it('leaves the rest as it is', () => {
    const rest = fc
      .string({ unit: 'binary' })
      .filter((text) => !/[x\p{M}\p{Cf}]/iu.test(text.normalize('NFKD')));
    fc.assert(
      fc.property(rest, rest, (before, after) => {
        expect(one(`${before}X${after}`, { find: 'x', replace: '$&' })).toBe(`${before}$&${after}`);
      }),
    );
  });
});

test.each<[letters: RenamePattern['letters'], language: string, title: string, made: string]>([
  ['lower', 'tr', 'İSTANBUL IŞIK', 'istanbul ışık'],
  ['upper', 'tr', 'istanbul ışık', 'İSTANBUL IŞIK'],
  ['title', 'tr', 'istanbul IŞIK ﬁnal', 'İstanbul Işık Final'],
  ['upper', 'az', 'iki', 'İKİ'],
  ['lower', 'en', 'TITLE', 'title'],
  ['title', 'en', 'istanbul ışık', 'Istanbul Işık'],
  ['title', 'en', 'İSTANBUL', 'İstanbul'.normalize('NFC')],
  ['lower', 'lt', 'Į̀ J̃', 'į̇̀ j̇̃'],
  ['title', 'lt', 'Ì ÌI i̇̀', 'Ì Ìi Ì'],
  ['upper', 'el', 'Αθήνα', 'ΑΘΗΝΑ'],
  ['title', 'el', 'άνθρωπος ΟΔΌΣ', 'Άνθρωπος Οδός'],
  ['title', 'en', 'ΑΣ ᾳδω ᾼΔΩ', 'Ας ᾼδω ᾼδω'],
  ['title', 'en', 'ﬁnal ﬃ ßa STRAẞE', 'Final Ffi Ssa Straße'],
  ['title', 'hr', 'ǆep ǄEP ǉubav ǌ', 'ǅep ǅep ǈubav ǋ'],
  ['title', 'nl', 'ijsland IJMUIDEN ĳs bijna íj́s', 'IJsland IJmuiden Ĳs Bijna ÍJ́s'],
  ['title', 'en', 'ijsland', 'Ijsland'],
  ['title', 'en', 'ŉ և 1st 2ND s01e02', 'ʼN Եւ 1st 2nd S01e02'],
  ['title', 'ka', 'თბილისი ᲗᲑᲘᲚᲘᲡᲘ', 'თბილისი თბილისი'],
  [
    'title',
    'en',
    "'hello' ‘world’ l'été o’neil e\u0301te\u0301",
    "'Hello' ‘World’ L'été O’neil E\u0301te\u0301",
  ],
])('%s case in %s of “%s”', (letters, language, title, made) => {
  expect(one(title, { letters }, language)?.normalize('NFC')).toBe(made.normalize('NFC'));
});

test('letter case and white space', () => {
  const title = '  the éclair’s   SECOND part-two ';
  expect(one(title, { letters: 'upper', trim: true })).toBe('THE ÉCLAIR’S SECOND PART-TWO');
  expect(one(title, { letters: 'lower', trim: true })).toBe('the éclair’s second part-two');
  expect(one(title, { letters: 'title', trim: true })).toBe('The Éclair’s Second Part-Two');
  // Nothing changes without a request.
  expect(one(title, {})).toBe(title);
  expect(one(title, { template: '{title}  {n}' })).toBe('the éclair’s SECOND part-two 1');
});

describe('numbers', () => {
  const made = (files: readonly PatternFile[], change: Partial<RenamePattern>) => {
    const answer = makeTitles(files, renaming({ template: 'S01E{n:2}', ...change }));
    if (!answer.ok) return expect.unreachable('it is a pattern');
    return answer;
  };
  const day = 86_400;
  /** Newest first, like lists. */
  const episodes = [12, 11, 10, 2, 1].map((number) => file(`s01e${number}`, { uploaded: number * day }));

  it('follow those in the old titles', () => {
    const { titles, problems, order } = made(episodes, {});
    expect(titles).toEqual(['S01E05', 'S01E04', 'S01E03', 'S01E02', 'S01E01']);
    expect(order).toEqual([4, 3, 2, 1, 0]);
    expect(problems).toEqual(['number', 'number', 'number', null, null]);
  });

  it('follow the list or the date if the user chooses that', () => {
    expect(made(episodes, { numberBy: 'list' }).titles[0]).toBe('S01E01');
    expect(made(episodes, { numberBy: 'list' }).problems).toEqual([
      'number',
      'number',
      'number',
      'number',
      'number',
    ]);
    const undated = [
      file('e1', { uploaded: null }),
      file('e2', { uploaded: 2 }),
      file('e3', { uploaded: 1 }),
    ];
    expect(made(undated, { numberBy: 'date' }).titles).toEqual(['S01E03', 'S01E02', 'S01E01']);
  });

  it('follow the list if the titles have no numbers', () => {
    expect(made([file('b'), file('a')], {}).titles).toEqual(['S01E01', 'S01E02']);
  });

  it('follow old numbers in other digits, too', () => {
    const titles = ['حلقة ١٠', 'حلقة ٢', 'حلقة ١'].map((title) => file(title));
    expect(made(titles, {}).titles).toEqual(['S01E03', 'S01E02', 'S01E01']);
  });

  it('count a whole account at once if all titles have numbers in common', () => {
    const all = Array.from({ length: 60_000 }, (_, at) => file(`2020-01-02 s01e${at + 1}`));
    expect(made(all, {}).problems.every((problem) => problem === null)).toBe(true);
  });

  it('leave the order alone if the pattern has none', () => {
    expect(made(episodes, { template: '{title}, once more' }).order).toEqual([0, 1, 2, 3, 4]);
  });

  it('don’t change if the old title stays', () => {
    expect(made([file('e7')], { template: '{n} {title}' }).problems).toEqual([null]);
  });
});

describe('problems of a title', () => {
  it('are reported for each file', () => {
    const files = [file('a'), file('b'), file('x'), file('b'), file('b', { folderId: '8' })];
    expect(problems(files, { find: 'a', replace: '' })).toEqual([
      'empty',
      ...['unchanged', 'unchanged', 'unchanged', 'unchanged'],
    ]);
    expect(problems(files, { find: 'a', replace: 'b' })).toMatchObject({ 0: 'same' });
    expect(problems(files, { template: 'same' })).toEqual(['same', 'same', 'same', 'same', null]);
  });
});

const anyPattern = fc.record<RenamePattern>({
  template: fc
    .array(fc.constantFrom('{title}', '{n}', '{n:4}', '{date}', '{folder}', ' ', 'x', '}', '{ '))
    .map((parts) => parts.join('')),
  start: fc.integer({ min: -1_000, max: 1_000 }),
  step: fc.integer({ min: -10, max: 10 }),
  numberBy: fc.constantFrom(null, 'title', 'date', 'list'),
  find: fc.string({ maxLength: 3 }),
  replace: fc.string({ maxLength: 3 }),
  isExpression: fc.constant(false),
  matchCase: fc.boolean(),
  letters: fc.constantFrom('keep', 'upper', 'lower', 'title'),
  trim: fc.boolean(),
  isCleaned: fc.boolean(),
});
const anyFiles = fc.array(
  fc.string({ unit: 'grapheme' }).map((title) => file(title)),
  { maxLength: 20 },
);

test('any pattern gives each file a one-line title and a verdict', () => {
  fc.assert(
    fc.property(anyFiles, anyPattern, (files, asked) => {
      const answer = makeTitles(files, asked);
      if (!answer.ok) return expect.unreachable('every placeholder is one');
      expect(answer.titles).toHaveLength(files.length);
      for (const [at, title] of answer.titles.entries()) {
        const problem = answer.problems[at];
        expect(problem === 'empty').toBe(title.trim() === '');
        if (problem !== 'empty' && problem !== 'unchanged') expect(title).not.toBe(files[at]?.title);
        if (asked.trim) expect(title).toBe(title.trim().replace(/\s+/gu, ' '));
      }
    }),
  );
});

test('with a number in the pattern, no two files of one call get the same title', () => {
  fc.assert(
    fc.property(anyFiles, fc.integer({ min: 1, max: 9 }), (files, step) => {
      const titles = getTitles(makeTitles(files, renaming({ template: '{n:3}', step })));
      expect(new Set(titles).size).toBe(files.length);
    }),
  );
});
