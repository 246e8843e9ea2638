/**
 * "Rename with a pattern": new titles for many files at once, and what is wrong with any of them. Pure.
 *
 * An expression of the user's can take for ever (`(a+)+$`), and nothing in here can stop it: run it where it can be ended
 * (`components/bulk/titles-worker.ts`).
 */
import type { BulkFile } from './work.ts';

/** A file with everything that a pattern may name. */
export interface PatternFile extends BulkFile {
  readonly folderName: string;
  /** Seconds of the service's wall clock, counted as if it stood in UTC. */
  readonly uploaded: number | null;
  /** Seconds. */
  readonly length: number | null;
}

export interface PatternRules {
  /** Text with `{title}`, `{n}`, `{n:3}` (at least three digits), `{date}`, `{length}`, `{folder}`, `{code}`. */
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

type Filler = (file: PatternFile, title: string, at: number) => string;

export function newTitles(files: readonly PatternFile[], rules: PatternRules): NewTitles {
  const parts = readPattern(rules);
  if ('kind' in parts) return { ok: false, wrong: parts };
  const replaced = readReplacement(rules);
  if ('kind' in replaced) return { ok: false, wrong: replaced };
  const titles = files.map((file, at) => {
    const title = replaced(file.title);
    return finished(parts.map((part) => part(file, title, at)).join(''), rules);
  });
  return { ok: true, titles, problems: problemsOf(files, titles) };
}

/** The pattern as functions that fill in its parts, or the placeholder that there is none of. */
function readPattern({ pattern, start, step }: PatternRules): readonly Filler[] | PatternFault {
  const parts: Filler[] = [];
  for (const [text, name, width] of pattern.matchAll(/\{([^{}\s:]*)(?::(\d{1,2}))?\}|[^{}]+|[{}]/g)) {
    if (name === undefined) parts.push(() => text);
    else if (name === 'n') parts.push((_file, _title, at) => numbered(start + at * step, Number(width ?? 1)));
    else if (width === undefined && Object.hasOwn(fillers, name))
      parts.push(fillers[name as keyof typeof fillers]);
    else return { kind: 'placeholder', text };
  }
  return parts;
}

const fillers = {
  title: (_file: PatternFile, title: string) => title,
  date: ({ uploaded }: PatternFile) => (uploaded === null ? '' : dateOf(uploaded)),
  length: ({ length }: PatternFile) => (length === null ? '' : lengthOf(length)),
  folder: ({ folderName }: PatternFile) => folderName,
  code: ({ fileCode }: PatternFile) => fileCode,
} satisfies Record<string, Filler>;

/** For whoever offers them. */
export const placeholders: readonly string[] = ['n', ...Object.keys(fillers)];

function numbered(value: number, width: number): string {
  return (value < 0 ? '-' : '') + String(Math.abs(value)).padStart(width, '0');
}

function dateOf(uploaded: number): string {
  const date = new Date(uploaded * 1_000);
  return Number.isNaN(date.getTime()) ? '' : date.toISOString().slice(0, 10);
}

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

function problemsOf(
  files: readonly PatternFile[],
  titles: readonly string[],
): readonly (TitleProblem | null)[] {
  const place = (at: number) => `${files[at]?.folderId}\n${titles[at]}`;
  const counts = new Map<string, number>();
  for (const at of titles.keys()) counts.set(place(at), (counts.get(place(at)) ?? 0) + 1);
  return titles.map((title, at) => {
    if (title.trim() === '') return 'empty';
    if (title === files[at]?.title) return 'unchanged';
    return (counts.get(place(at)) ?? 0) > 1 ? 'same' : null;
  });
}
