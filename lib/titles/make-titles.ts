/**
 * Makes titles for files or links by a pattern, and finds problems with them. Pure. A user's regular expression can run forever (`(a+)+$`),
 * so run this in a worker that can be terminated (`components/bulk/titles-worker.ts`).
 */
import type { Seconds, ServiceSeconds } from '../timing/units.ts';
import { cleanTitle, collapseSpaces } from './clean-title.ts';
import { createCaseChange, type LetterCase } from './letter-case.ts';
import { createReplacer } from './replace-text.ts';
import {
  formatDay,
  type LinkFacts,
  linkFillers,
  type PlaceholderFiller,
  parsePattern,
} from './title-pattern.ts';

interface TitledItem {
  readonly fileCode: string;
  readonly title: string;
  readonly folderId: string;
}

export interface PatternFile extends TitledItem {
  readonly folderName: string;
  readonly uploaded: ServiceSeconds | null;
  readonly length: Seconds | null;
}

/** `fileCode` is the link's address. */
export interface PatternLink extends TitledItem, LinkFacts {}

/** Either all files or all links. */
export type PatternItems = readonly (PatternFile | PatternLink)[];

export interface RenamePattern {
  /** Text with placeholders: `{n}`, `{n:3}` (at least three digits) and those of files or links. */
  readonly template: string;
  readonly start: number;
  readonly step: number;
  /** The order in which `{n}` counts. Null: by title if titles contain numbers, otherwise as listed. */
  readonly numberBy: NumberOrder | null;
  /** Replaced in the old title before the pattern is applied. May be empty. */
  readonly find: string;
  readonly replace: string;
  /** `find` is a regular expression, and `replace` may contain `$1` and `$<name>`. */
  readonly isExpression: boolean;
  readonly matchCase: boolean;
  /** Of the whole new title. */
  readonly letters: LetterCase;
  /** Trims the ends and collapses spaces, as a custom template always does. */
  readonly trim: boolean;
  /** Turns a file name into words, after `find` has been replaced in it. */
  readonly isCleaned: boolean;
}

/** `list`: as the items are given. */
export type NumberOrder = 'title' | 'date' | 'list';

export const unchangedPattern: RenamePattern = {
  template: '{title}',
  start: 1,
  step: 1,
  numberBy: null,
  find: '',
  replace: '',
  isExpression: false,
  matchCase: false,
  letters: 'keep',
  trim: false,
  isCleaned: false,
};

/**
 * `empty` and `unchanged` titles are left out of the job. `same` (as another file in the folder) and `number` (differs from the number in
 * the old title) are warnings.
 */
export type TitleProblem = 'empty' | 'unchanged' | 'same' | 'number';

/** In the order of the files. */
export interface MadeTitles {
  readonly ok: true;
  /** Indexes of the files in numbering order. Without numbers, in the given order. */
  readonly order: readonly number[];
  readonly titles: readonly string[];
  readonly problems: readonly (TitleProblem | null)[];
}

export type NewTitles = MadeTitles | { readonly ok: false; readonly fault: PatternFault };

/** Why the pattern can't be applied: an unknown placeholder, or an expression with the browser's message. */
interface PatternFault {
  readonly kind: 'placeholder' | 'expression';
  readonly text: string;
}

/** @param language the interface's, whose rules change the case of letters */
export function makeTitles(files: PatternItems, pattern: RenamePattern, language: string): NewTitles {
  const fill = parsePattern(pattern.template, fillersFor(files));
  if ('unknown' in fill) return { ok: false, fault: { kind: 'placeholder', text: fill.unknown } };
  const replaced = readReplacement(pattern, language);
  if ('kind' in replaced) return { ok: false, fault: replaced };
  const hasNumbers = isNumbered(pattern.template);
  const order = orderItems(files, hasNumbers ? (pattern.numberBy ?? getDefaultOrder(files)) : 'list');
  const changeCase = createCaseChange(pattern.letters, language);
  const numbers: number[] = [];
  for (const [rank, at] of order.entries()) numbers[at] = pattern.start + rank * pattern.step;
  const titles = files.map((file, at) => {
    const found = replaced(file.title);
    const title = pattern.isCleaned ? cleanTitle(found) : found;
    const cased = changeCase(fill({ ...file, title }, numbers[at] ?? 0));
    // An empty placeholder may leave two spaces.
    const isFilled = pattern.template !== unchangedPattern.template;
    return pattern.trim || isFilled ? collapseSpaces(cased) : cased;
  });
  const isRenumbered = hasNumbers && !pattern.template.includes('{title}');
  const oldNumbers = isRenumbered ? readOldNumbers(files) : [];
  const problems = findTitleProblems(files, titles).map((problem, at) => {
    const old = oldNumbers[at] ?? [];
    return problem === null && old.length > 0 && !old.includes(numbers[at] ?? 0) ? 'number' : problem;
  });
  return { ok: true, order, titles, problems };
}

export const isNumbered = (template: string): boolean => /\{n[:}]/u.test(template);

/** Most lists show the newest first, which isn't how episodes count. */
export const getDefaultOrder = (files: PatternItems): NumberOrder =>
  files.some(({ title }) => /\p{Nd}/u.test(title)) ? 'title' : 'list';

function orderItems(files: PatternItems, by: NumberOrder): readonly number[] {
  const indexes = [...files.keys()];
  if (by === 'list') return indexes;
  const { compare } = new Intl.Collator(undefined, { numeric: true, sensitivity: 'base' });
  const getTitle = (at: number) => files[at]?.title ?? '';
  /** Unknown dates come last. */
  const getDate = (at: number) => {
    const file = files[at];
    return (file !== undefined && 'uploaded' in file ? file.uploaded : null) ?? Number.MAX_SAFE_INTEGER;
  };
  return indexes.sort((one, other) =>
    by === 'date' ? getDate(one) - getDate(other) : compare(getTitle(one), getTitle(other)),
  );
}

/** Of each old title, without numbers that all titles have in the same place, such as a season's. */
function readOldNumbers(files: PatternItems): readonly (readonly number[])[] {
  const all = files.map(({ title }) => (title.match(/\d+/gu) ?? []).map(Number));
  const [first = [], ...rest] = all;
  const isCommon = first.map(
    (number, at) => rest.length > 0 && rest.every((numbers) => numbers[at] === number),
  );
  return all.map((numbers) => numbers.filter((_, at) => !isCommon[at]));
}

const fileFillers = {
  title: ({ title }) => title,
  date: ({ uploaded }) => (uploaded === null ? '' : formatDay(uploaded)),
  length: ({ length }) => (length === null ? '' : formatLength(length)),
  folder: ({ folderName }) => folderName,
  code: ({ fileCode }) => fileCode,
} satisfies Record<string, PlaceholderFiller<PatternFile>>;

/** The fillers that fit the first item. The compiler can't see that. */
function fillersFor([first]: PatternItems) {
  const areLinks = first !== undefined && 'site' in first;
  return (areLinks ? linkFillers : fileFillers) as Record<string, PlaceholderFiller<PatternItems[number]>>;
}

export type Placeholder = 'n' | keyof typeof fileFillers | keyof typeof linkFillers;

export const listPlaceholders = (files: PatternItems): readonly Placeholder[] => [
  'n',
  ...(Object.keys(fillersFor(files)) as Placeholder[]),
];

/** As "1h02m03s", because services rewrite colons. */
function formatLength(seconds: number): string {
  const two = (value: number) => String(value).padStart(2, '0');
  const [hours, minutes] = [Math.floor(seconds / 3_600), Math.floor(seconds / 60) % 60];
  const rest = Math.floor(seconds % 60);
  if (hours > 0) return `${hours}h${two(minutes)}m${two(rest)}s`;
  return minutes > 0 ? `${minutes}m${two(rest)}s` : `${rest}s`;
}

function readReplacement(
  pattern: RenamePattern,
  language: string,
): ((title: string) => string) | PatternFault {
  const { find, replace, isExpression, matchCase } = pattern;
  if (find === '') return (title) => title;
  if (!isExpression) return createReplacer(pattern, language);
  try {
    const expression = new RegExp(find, matchCase ? 'gu' : 'giu');
    return (title) => title.replace(expression, replace);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    return { kind: 'expression', text: error.message };
  }
}

function findTitleProblems(
  files: readonly TitledItem[],
  titles: readonly string[],
): readonly (TitleProblem | null)[] {
  const getLocation = (at: number) => `${files[at]?.folderId}\n${titles[at]}`;
  const byLocation = Map.groupBy(titles.keys(), getLocation);
  return titles.map((title, at) => {
    if (title.trim() === '') return 'empty';
    if (title === files[at]?.title) return 'unchanged';
    return (byLocation.get(getLocation(at))?.length ?? 0) > 1 ? 'same' : null;
  });
}
