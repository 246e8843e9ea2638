/** Finds probable duplicates: same title without decoration, same length, and no different size. Pure. */
import { foldText } from '../../search/fold.ts';
import type { CatalogFile } from '../file.ts';
import type { FileIds } from './file-filter.ts';
import type { Snapshot } from './snapshot.ts';

/** Ids of files that have copies. */
export interface DuplicateFiles {
  /** Group by group, the largest first. A group starts with the file to keep: the most viewed, then the oldest. */
  readonly fileIds: FileIds;
  /** The file to keep of each group. */
  readonly firsts: ReadonlySet<number>;
}

/** In seconds. Services round lengths. */
const lengthTolerance = 1;

const extension = /\.[a-z0-9]{2,4}$/u;
const brackets = /\[[^[\]]*\]|\([^()]*\)|\{[^{}]*\}/gu;

const words = (text: string): string => text.replace(/[^\p{L}\p{M}\p{N}]+/gu, ' ').trim();

/** How file managers and services name a copy, in the languages of the interface. */
const copyPrefixes = [
  ...['copy of', 'copia de', 'copia di', 'copie de', 'kopie von', 'копия', 'salinan dari', 'salinan'],
  ...['bản sao của', 'نسخة من'],
];
const copySuffixes = [
  ...['copy', 'duplicate', 'copia', 'copie', 'kopie', 'копия', 'kopya', 'kopyası', 'salinan', 'bản sao'],
  ...['نسخة', 'प्रतिलिपि', 'कॉपी', 'コピー', 'のコピー', '副本', '的副本'],
];
const toAlternatives = (texts: readonly string[]): string =>
  texts.map((text) => words(foldText(text))).join('|');
const copyWords = new RegExp(
  `^(?:${toAlternatives(copyPrefixes)}) | (?:${toAlternatives(copySuffixes)})(?: \\d+)?$`,
  'gu',
);

/** Drops the extension, bracketed parts, "copy" and punctuation, unless nothing is left. */
export function normalizeTitle(title: string): string {
  const whole = foldText(title).trim().replace(extension, '');
  return (
    words(words(whole.replace(brackets, ' ').replace(brackets, ' ')).replace(copyWords, '')) || words(whole)
  );
}

/** Between two calls of `shouldContinue`. */
const filesPerSlice = 1_024;

/**
 * Null if cancelled.
 * @param shouldContinue yields to other work. False cancels
 */
export async function findDuplicates(
  snapshot: Pick<Snapshot, 'fileIds' | 'file'>,
  ignoredFolderId: string | undefined,
  shouldContinue: () => Promise<boolean> = async () => true,
): Promise<DuplicateFiles | null> {
  const byTitle = new Map<string, ListedFile[]>();
  for (const [at, fileId] of snapshot.fileIds().entries()) {
    if (at % filesPerSlice === 0 && !(await shouldContinue())) return null;
    const file = snapshot.file(fileId);
    if (file === null || file.folderId === ignoredFolderId) continue;
    const key = file.length === null ? `= ${foldText(file.title).trim()}` : normalizeTitle(file.title);
    if (key === '' || key === '= ') continue;
    const known = byTitle.get(key);
    if (known) known.push({ ...file, fileId });
    else byTitle.set(key, [{ ...file, fileId }]);
  }
  const groups = [...byTitle.values()]
    .filter(({ length }) => length > 1)
    .flatMap((files) => splitBy('length', files, isSameLength))
    .flatMap((files) => splitBy('size', files, isSameSize))
    .map((files) => files.sort(bestFirst))
    .sort((one, other) => other.length - one.length);
  return {
    fileIds: Uint32Array.from(groups.flatMap((files) => files.map(({ fileId }) => fileId))),
    firsts: new Set(groups.flatMap(([first]) => first?.fileId ?? [])),
  };
}

type ListedFile = CatalogFile & { readonly fileId: number };

type AreSame = (before: CatalogFile, file: CatalogFile) => boolean;

const isSameLength: AreSame = (before, file) => (file.length ?? 0) - (before.length ?? 0) <= lengthTolerance;

/** Files of unknown size join the smallest group. */
const isSameSize: AreSame = (before, file) => before.size === null || before.size === file.size;

/** Splits where neighbours in the column's order differ. Leaves out single files. */
function splitBy(column: 'length' | 'size', files: readonly ListedFile[], areSame: AreSame): ListedFile[][] {
  const found: ListedFile[][] = [];
  for (const file of files.toSorted((one, other) => (one[column] ?? 0) - (other[column] ?? 0))) {
    const last = found.at(-1);
    const before = last?.at(-1);
    if (last && before && areSame(before, file)) last.push(file);
    else found.push([file]);
  }
  return found.filter(({ length }) => length > 1);
}

const bestFirst = (one: CatalogFile, other: CatalogFile): number =>
  (other.views ?? 0) - (one.views ?? 0) ||
  (one.uploaded ?? Number.POSITIVE_INFINITY) - (other.uploaded ?? Number.POSITIVE_INFINITY) ||
  (one.fileCode < other.fileCode ? -1 : 1);
