/**
 * Titles by a pattern: new ones for many files at once, or those of links that are to be uploaded, and what is wrong with any of
 * them. Pure.
 *
 * An expression of the user's can take for ever (`(a+)+$`), and nothing in here can stop it: run it where it can be ended
 * (`components/bulk/titles-worker.ts`).
 */
import { dateOf, type Filler, type LinkFacts, linkFillers, readPattern } from '../links/title-pattern.ts';
import type { BulkFile } from './work.ts';

/** A file with everything that a pattern may name. */
export interface PatternFile extends BulkFile {
  readonly folderName: string;
  /** Seconds of the service's wall clock, counted as if it stood in UTC. */
  readonly uploaded: number | null;
  /** Seconds. */
  readonly length: number | null;
}

/** A link with everything that a pattern may name; all of them go into one folder. `fileCode`: its address. */
export interface PatternLink extends BulkFile, LinkFacts {}

export interface PatternRules {
  /** Text with placeholders: `{n}`, `{n:3}` (at least three digits) and those of files or links. */
  readonly pattern: string;
  readonly start: number;
  readonly step: number;
  /** Replaced in the old title before the pattern is filled in; nothing where it is empty. */
  readonly find: string;
  readonly replace: string;
  /** `find` is a regular expression, and `replace` may name its groups: `$1`, `$<name>`. */
  readonly isExpression: boolean;
  readonly matchCase: boolean;
  /** The letters of the whole new title. */
  readonly letters: 'keep' | 'upper' | 'lower' | 'title';
  /** No spaces at the ends, and no two in a row. */
  readonly trim: boolean;
}

export const noChange: PatternRules = {
  ...{ pattern: '{title}', start: 1, step: 1, find: '', replace: '', isExpression: false, matchCase: false },
  ...{ letters: 'keep', trim: true },
};

/** What is wrong with one new title. `empty` and `unchanged` ones are left out of the work; `same` is only odd. */
export type TitleProblem =
  | 'empty'
  | 'unchanged'
  /** Another file of the same folder gets the same title. */
  | 'same';

export type NewTitles =
  | {
      readonly ok: true;
      /** In the order of the files. */
      readonly titles: readonly string[];
      readonly problems: readonly (TitleProblem | null)[];
    }
  | { readonly ok: false; readonly wrong: PatternFault };

/** Why there are no titles at all. */
export type PatternFault =
  /** There is no such placeholder. */
  | { readonly kind: 'placeholder'; readonly text: string }
  /** `text`: in the words of the browser. */
  | { readonly kind: 'expression'; readonly text: string };

/** @param files files, or links throughout */
export function newTitles(files: readonly (PatternFile | PatternLink)[], rules: PatternRules): NewTitles {
  const fill = readPattern(rules.pattern, fillersFor(files));
  if ('unknown' in fill) return { ok: false, wrong: { kind: 'placeholder', text: fill.unknown } };
  const replaced = readReplacement(rules);
  if ('kind' in replaced) return { ok: false, wrong: replaced };
  const titles = files.map((file, at) => {
    const title = replaced(file.title);
    return finished(fill({ ...file, title }, rules.start + at * rules.step), rules);
  });
  return { ok: true, titles, problems: problemsOf(files, titles) };
}

const areLinks = (files: readonly (PatternFile | PatternLink)[]): boolean =>
  files[0] !== undefined && 'site' in files[0];

const fileFillers = {
  title: ({ title }) => title,
  date: ({ uploaded }) => (uploaded === null ? '' : dateOf(uploaded)),
  length: ({ length }) => (length === null ? '' : lengthOf(length)),
  folder: ({ folderName }) => folderName,
  code: ({ fileCode }) => fileCode,
} satisfies Record<string, Filler<PatternFile>>;

// Which ones fit is known only to `areLinks`.
const fillersFor = (files: readonly (PatternFile | PatternLink)[]) =>
  (areLinks(files) ? linkFillers : fileFillers) as Readonly<
    Record<string, Filler<PatternFile | PatternLink>>
  >;

/** The placeholders of files or of links, for whoever offers them. */
export const placeholdersOf = (files: readonly (PatternFile | PatternLink)[]): readonly string[] => [
  'n',
  ...Object.keys(fillersFor(files)),
];

/** "1h02m03s", which no service rewrites. */
function lengthOf(seconds: number): string {
  const two = (value: number) => String(value).padStart(2, '0');
  const [hours, minutes] = [Math.floor(seconds / 3_600), Math.floor(seconds / 60) % 60];
  const rest = Math.floor(seconds % 60);
  if (hours > 0) return `${hours}h${two(minutes)}m${two(rest)}s`;
  return minutes > 0 ? `${minutes}m${two(rest)}s` : `${rest}s`;
}

function readReplacement({
  find,
  replace,
  isExpression,
  matchCase,
}: PatternRules): ((title: string) => string) | PatternFault {
  if (find === '') return (title) => title;
  const flags = matchCase ? 'gu' : 'giu';
  if (!isExpression) {
    const plain = new RegExp(find.replace(/[\\^$.*+?()[\]{}|/-]/g, escaped), flags);
    return (title) => title.replace(plain, () => replace);
  }
  try {
    const expression = new RegExp(find, flags);
    return (title) => title.replace(expression, replace);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    return { kind: 'expression', text: error.message };
  }
}

/** As a number, because with the flag `u` not every character may have a backslash in front. */
function escaped(character: string): string {
  return `\\u{${character.codePointAt(0)?.toString(16)}}`;
}

function finished(title: string, { letters, trim }: PatternRules): string {
  const cased =
    letters === 'upper'
      ? title.toUpperCase()
      : letters === 'lower'
        ? title.toLowerCase()
        : letters === 'title'
          ? title.replace(/[\p{L}\p{M}\p{N}'’]+/gu, capitalised)
          : title;
  return trim ? cased.replace(/\s+/gu, ' ').trim() : cased;
}

function capitalised(word: string): string {
  const [first = '', ...rest] = word;
  return first.toUpperCase() + rest.join('').toLowerCase();
}

function problemsOf(files: readonly BulkFile[], titles: readonly string[]): readonly (TitleProblem | null)[] {
  const place = (at: number) => `${files[at]?.folderId}\n${titles[at]}`;
  const counts = new Map<string, number>();
  for (const at of titles.keys()) counts.set(place(at), (counts.get(place(at)) ?? 0) + 1);
  return titles.map((title, at) => {
    if (title.trim() === '') return 'empty';
    if (title === files[at]?.title) return 'unchanged';
    return (counts.get(place(at)) ?? 0) > 1 ? 'same' : null;
  });
}
